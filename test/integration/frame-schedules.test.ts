/**
 * Random schedules of lost, doubled, late and overtaken frames, workers that die and models that fail: every
 * acknowledged message is stored once, has one end, and is charged once if it was answered (docs/safety.md, Faults).
 * test/chaos/simulator tests the same for the client.
 */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Message } from '#contract/entities';
import type { ServerFrame } from '#contract/socket';
import type { SocketClient } from '../support/socket-client.ts';
import { startTestStack, type TestStack, type TestUser } from '../support/stack.ts';

/** Time after which no further run begins. */
const TIME_LIMIT_MS = 15_000;
const RUNS = 12;
const MAX_TRIES = 8;
const REPLY = ['One ', 'two ', 'three ', 'four ', 'five ', 'six.'];

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack();
});
afterAll(() => stack.close());

const frameFault = fc.record({
  direction: fc.constantFrom('in' as const, 'out' as const),
  nth: fc.integer({ min: 1, max: 12 }),
  effect: fc.oneof(
    fc.constantFrom('drop' as const, 'duplicate' as const, 'hold' as const),
    fc.record({ delayMs: fc.integer({ min: 1, max: 60 }) }),
  ),
});

/** A message, sent from one of two devices or from both at once, and how the model takes it. */
const turn = fc.record({
  devices: fc.constantFrom([0], [1], [0, 1]),
  frames: fc.array(frameFault, { maxLength: 4 }),
  model: fc.oneof(
    { weight: 3, arbitrary: fc.constant({ kind: 'replies' as const }) },
    fc.record({ kind: fc.constant('fails' as const), after: fc.nat({ max: 5 }) }),
    fc.record({ kind: fc.constant('worker dies' as const), after: fc.integer({ min: 1, max: 6 }) }),
  ),
});
type Turn = typeof turn extends fc.Arbitrary<infer T> ? T : never;

interface Sent {
  readonly id: string;
  readonly text: string;
}

it('every acknowledged message is stored once, ended once and charged once, whatever happens to frames', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(turn, { minLength: 1, maxLength: 3 }), async (turns) => {
      const user = await stack.givenUser();
      const { client, chat } = await stack.givenChat(user);
      const clients = [client, await stack.connect(user)];
      const sent: Sent[] = [];
      for (const planned of turns) sent.push(...(await carryOut(planned, user, chat.chatId, clients)));
      await handled(clients);
      await expectConsistent(user, chat.chatId, sent, clients);
      for (const { close } of clients.map((open) => ({ close: () => open.close() }))) await close();
    }),
    { numRuns: RUNS, interruptAfterTimeLimit: TIME_LIMIT_MS },
  );
});

/** Sends what a turn says, again and again under the same id until it is acknowledged. */
async function carryOut(
  { devices, frames, model }: Turn,
  user: TestUser,
  chatId: string,
  clients: readonly SocketClient[],
): Promise<Sent[]> {
  stack.replyWith(...REPLY);
  if (model.kind === 'fails')
    stack.replyWith(...REPLY.slice(0, model.after), new Error('ModelStreamErrorException'));
  if (model.kind === 'worker dies') stack.killWorkerAtChunk(model.after, 1);
  for (const fault of frames) stack.inner.faults.atFrame({ ...fault, matches: isNoPing });
  const messages = devices.map((device) => {
    const id = randomUUID();
    return { id, text: `Message ${id}`, client: clients[device] ?? expect.fail('no such device') };
  });
  for (const { id, text, client } of messages) sendOnce(client, user, chatId, { id, text });
  for (const { id, text, client } of messages) {
    for (let tries = 0; !(await isSettled(client, id)); tries++) {
      if (tries === MAX_TRIES) throw new Error(`No acknowledgement after ${tries} tries`);
      // After the first try the faults end, so that the resent frames arrive.
      if (tries === 1) stack.clearFaults();
      stack.expireLeases();
      sendOnce(client, user, chatId, { id, text });
    }
  }
  stack.clearFaults();
  return messages;
}

const isNoPing = ({ text }: { text: string }): boolean => !/"p[io]ng"/.test(text);

function sendOnce(client: SocketClient, user: TestUser, chatId: string, { id, text }: Sent): void {
  client.send('chat', { chatId, message: text, userEmail: user.email }, id);
}

/** Tells whether the message has its final ack. Errors such as `reply_pending` are not final. */
async function isSettled(client: SocketClient, id: string): Promise<boolean> {
  await client.flush();
  await stack.idle();
  await client.flush();
  const acks = client.of('ack').filter((ack) => ack.id === id);
  return acks.some((ack) => !('error' in ack) || ack.error.code === 'reply_failed');
}

/**
 * Waits until every frame is handled. A frame that was sent again and delayed reserves a message of the quota for a
 * moment, and may arrive when the message has its reply.
 */
async function handled(clients: readonly SocketClient[]): Promise<void> {
  await stack.idle();
  for (const client of clients) await client.flush();
  await stack.idle();
}

async function expectConsistent(
  user: TestUser,
  chatId: string,
  sent: readonly Sent[],
  clients: readonly SocketClient[],
): Promise<void> {
  const messages = (await stack.history(user, chatId)).slice(1);
  const questions = messages.filter(({ role }) => role === 'user').map(({ content }) => content);
  expect(questions.toSorted()).toEqual(sent.map(({ text }) => text).toSorted());
  const replies = messages.filter(({ role }) => role === 'assistant');
  expect(replies).toHaveLength(sent.length);
  for (const { status, content } of replies) {
    expect(['complete', 'failed']).toContain(status);
    if (status === 'complete') expect(content).toBe(REPLY.join(''));
  }
  const answered = replies.filter(({ status }) => status === 'complete').length;
  expect(await stack.usedMessages(user)).toBe(answered);
  for (const client of clients) for (const frame of client.frames) expectAsStored(frame, messages);
}

/** Expects that a frame told what is stored: the end of a reply, and each piece at its place. */
function expectAsStored(frame: ServerFrame, messages: readonly Message[]): void {
  if (frame.type === 'assistantMessage') {
    const { messageIndex, status, content } = frame.data;
    const stored = messages.find((message) => message.messageIndex === messageIndex);
    expect({ status, content }).toEqual({ status: stored?.status, content: stored?.content });
  }
  if (frame.type === 'assistantDelta')
    expect(REPLY.join('').slice(frame.data.offset)).toMatch(new RegExp(`^${frame.data.text}`));
}
