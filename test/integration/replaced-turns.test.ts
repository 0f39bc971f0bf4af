/** A chat's last turn, replaced: edit, regenerate and retry (decision 0007). */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Message } from '#contract/entities';
import { codeOf, dataOf } from '../support/socket-client.ts';
import { startTestStack, type TestStack } from '../support/stack.ts';

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack();
});
afterAll(() => stack.close());

const NEW_REPLY = 'A new and better answer.';
const pieces = NEW_REPLY.split(/(?<= )/);

/** A chat with two turns: messages 1 to 4. `again` is the frame that replaces the second one. */
async function givenTwoTurns() {
  const user = await stack.givenUser();
  const { client, chat } = await stack.givenChat(user);
  const { chatId } = chat;
  stack.replyWith('First answer.');
  await stack.say(client, user, chatId, 'First');
  stack.replyWith('Old answer.');
  const oldId = client.send('chat', { chatId, message: 'Old question', userEmail: user.email });
  await client.ack(oldId);
  await stack.idle();
  stack.replyWith(...pieces);
  const about = { chatId, userEmail: user.email };
  return { user, client, chatId, about, oldId, again: { ...about, message: 'New question', replaces: 3 } };
}

const texts = (messages: readonly Message[]) =>
  messages.slice(1).map(({ messageIndex, content, status }) => [messageIndex, content, status]);
const FIRST = [
  [1, 'First', 'complete'],
  [2, 'First answer.', 'complete'],
];
const OLD = [...FIRST, [3, 'Old question', 'complete'], [4, 'Old answer.', 'complete']];
const NEW = [...FIRST, [3, 'New question', 'complete'], [4, NEW_REPLY, 'complete']];

describe('a replaced turn', () => {
  it('has an earlier time than the turn in its place, also after the clock was set back', async () => {
    const { user, client, chatId, again } = await givenTwoTurns();
    const moments = async () =>
      (await stack.history(user, chatId)).slice(3).map(({ createdAt }) => Date.parse(createdAt));
    const before = await moments();
    stack.moveClock(-2_000);
    const id = client.send('chat', again);
    const accepted = await client.until('accepted', (frame) => frame.id === id);
    await client.ack(id);
    // The API refuses a token that was issued after the time on the clock, so the history is read at the true time.
    stack.moveClock(2_000);
    const [asked = 0] = await moments();
    expect(asked).toBeGreaterThan(Math.max(...before));
    expect(Date.parse(accepted.data.createdAt)).toBe(asked);
  });

  it('takes the place of the last one, in the table, in the conversation and on other devices', async () => {
    const { user, client, chatId, about, again } = await givenTwoTurns();
    const other = await stack.connect(user);
    dataOf(await client.call('likeMessage', { ...about, messageIndex: 4, liked: true }));
    expect(dataOf(await client.call('chat', again))).toMatchObject({
      chatId,
      messageIndex: 4,
      status: 'complete',
    });
    expect(stack.lastModelCall()?.messages).toEqual([
      { role: 'user', content: [{ text: 'First' }] },
      { role: 'assistant', content: [{ text: 'First answer.' }] },
      { role: 'user', content: [{ text: 'New question' }] },
    ]);
    const messages = await stack.history(user, chatId);
    expect(texts(messages.filter(({ isExtra }) => !isExtra))).toEqual(NEW);
    expect(messages.find(({ messageIndex }) => messageIndex === 4)).not.toHaveProperty('liked');
    expect((await other.until('userMessage')).data).toMatchObject({ messageIndex: 3, replaces: true });
    await other.until('assistantMessage', ({ data }) => data.content === NEW_REPLY);
    const attempts = other.of('assistantDelta').map(({ data }) => data.attempt);
    expect(new Set(attempts)).toEqual(new Set([2]));
    expect(await stack.usedMessages(user)).toBe(3);
    // The thank-you message has index 5; the next turn goes behind it.
    expect(await stack.say(client, user, chatId, 'Next')).toMatchObject({ messageIndex: 7 });
  });

  it('can be replaced again and again', async () => {
    const { user, client, chatId, about } = await givenTwoTurns();
    for (const n of [1, 2, 3]) {
      stack.replyWith(`Answer ${n}.`);
      dataOf(await client.call('chat', { ...about, message: `Question ${n}`, replaces: 3 }));
      expect(texts(await stack.history(user, chatId)).slice(2)).toEqual([
        [3, `Question ${n}`, 'complete'],
        [4, `Answer ${n}.`, 'complete'],
      ]);
    }
    const attempts = client.of('assistantDelta').filter(({ data }) => data.messageIndex === 4);
    expect([...new Set(attempts.map(({ data }) => data.attempt))]).toEqual([1, 2, 3, 4]);
  });

  it.each([
    ['an earlier turn', 1],
    ['the welcome', 0],
    ['a reply', 4],
    ['no message', 9],
  ])('is refused for %s, and nothing is charged', async (_, replaces) => {
    const { user, client, chatId, again } = await givenTwoTurns();
    expect(codeOf(await client.call('chat', { ...again, replaces }))).toBe('not_last_turn');
    expect(texts(await stack.history(user, chatId))).toEqual(OLD);
    expect(await stack.usedMessages(user)).toBe(2);
    expect(dataOf(await client.call('chat', again))).toMatchObject({ status: 'complete' });
  });

  it('cannot be replaced a second time while its new reply is being written', async () => {
    const { user, client, chatId, again } = await givenTwoTurns();
    const reply = stack.replyByHand();
    const id = client.send('chat', again);
    await reply.started;
    expect(codeOf(await client.call('chat', { ...again, message: 'Me too' }))).toBe('reply_pending');
    reply.write(NEW_REPLY);
    reply.end();
    dataOf(await client.ack(id));
    expect(texts(await stack.history(user, chatId))).toEqual(NEW);
  });

  it('stays as it was when the daily limit is reached, and can be replaced later', async () => {
    const { user, client, chatId, again } = await givenTwoTurns();
    await stack.useUpTo(user, 50);
    expect(codeOf(await client.call('chat', again))).toBe('quota_exceeded');
    expect(texts(await stack.history(user, chatId))).toEqual(OLD);
    await stack.useUpTo(user, 2);
    dataOf(await client.call('chat', again));
    expect(texts(await stack.history(user, chatId))).toEqual(NEW);
  });

  it('whose model fails is failed, is not charged, and can be tried again', async () => {
    const { user, client, chatId, again } = await givenTwoTurns();
    stack.failModelWith('ThrottlingException');
    expect(codeOf(await client.call('chat', again))).toBe('model_unavailable');
    expect(texts(await stack.history(user, chatId)).slice(2)).toEqual([
      [3, 'New question', 'complete'],
      [4, '', 'failed'],
    ]);
    expect(await stack.usedMessages(user)).toBe(2);
    stack.replyWith(...pieces);
    dataOf(await client.call('chat', again));
    expect(texts(await stack.history(user, chatId))).toEqual(NEW);
  });
});

describe('what comes late or twice', () => {
  it('the replacing frame, three times and again: one turn, one charge', async () => {
    const { user, client, chatId, again } = await givenTwoTurns();
    const id = randomUUID();
    stack.deliverEventsTimes(3);
    for (let i = 0; i < 3; i++) client.send('chat', again, id);
    await client.ack(id);
    await stack.idle();
    stack.deliverEventsTimes(1);
    const acks = client.of('ack').length;
    client.send('chat', again, id);
    await stack.eventually(() => expect(client.of('ack').length).toBeGreaterThan(acks));
    expect(texts(await stack.history(user, chatId))).toEqual(NEW);
    expect(await stack.usedMessages(user)).toBe(3);
  });

  it('the frame of the message that was replaced: it is not stored a second time', async () => {
    const { user, client, chatId, about, again, oldId } = await givenTwoTurns();
    dataOf(await client.call('chat', again));
    const later = await stack.connect(user);
    const ack = await later.call('chat', { ...about, message: 'Old question' }, oldId);
    expect(dataOf(ack)).toMatchObject({ messageIndex: 4, status: 'complete' });
    // The stored reply belongs to another request, so it is not sent.
    expect(later.of('assistantMessage')).toEqual([]);
    expect(texts(await stack.history(user, chatId))).toEqual(NEW);
    expect(await stack.usedMessages(user)).toBe(3);
  });

  it('the frame of the message that was replaced, while the new reply is written: it is acknowledged at once', async () => {
    const { user, client, chatId, about, again, oldId } = await givenTwoTurns();
    const reply = stack.replyByHand();
    const id = client.send('chat', again);
    await reply.started;
    reply.write(NEW_REPLY);
    await client.until('assistantDelta', ({ data }) => data.requestId === id);
    const later = await stack.connect(user);
    const ack = await later.call('chat', { ...about, message: 'Old question' }, oldId);
    expect(dataOf(ack)).toMatchObject({ messageIndex: 4, status: 'streaming' });
    reply.end();
    dataOf(await client.ack(id));
    expect(texts(await stack.history(user, chatId))).toEqual(NEW);
    expect(await stack.usedMessages(user)).toBe(3);
  });

  it('the job of the turn that was replaced: the new turn stays, and no frame tells of the old one', async () => {
    const { user, client, chatId, again, oldId } = await givenTwoTurns();
    dataOf(await client.call('chat', again));
    const late = {
      ...{ owner: user.owner, chatId, messageIndex: 3, version: 2, requestId: oldId },
      ...{ userText: 'Old question', userAt: new Date().toISOString() },
      ...{ model: 'geminitwofive', reason: 'Chosen automatically.' },
      ...{ messages: [{ role: 'user', text: 'Old question' }], maxOutputTokens: 100 },
      ...{ charges: [{ owner: user.owner, at: stack.inner.clock.now() }], isGuest: false },
    };
    stack.replyWith('Much too late.');
    stack.expireLeases();
    const before = client.frames.length;
    await stack.inner.invoke(functionNamed('RepliesReplyFailed'), failureOf(late));
    await stack.inner.invoke(functionNamed('RepliesReply', 'Failed'), late);
    await stack.idle();
    await client.flush();
    expect(texts(await stack.history(user, chatId))).toEqual(NEW);
    expect(client.frames.slice(before).map(({ type }) => type)).toEqual(['pong']);
    expect(await stack.usedMessages(user)).toBe(3);
  });
});

const functionNamed = (part: string, not = ' '): string =>
  stack.inner.functions.names().find((name) => name.includes(part) && !name.includes(not)) ?? '';
const failureOf = (job: unknown) => ({
  Records: [{ messageId: randomUUID(), body: JSON.stringify({ requestPayload: job }) }],
});

/** Expects the whole old turn, or the new turn with its reply as far as it was written. */
function expectOneOf(turns: ReturnType<typeof texts>): void {
  const [question, answer] = turns.slice(2);
  if (question?.[1] === 'Old question') {
    expect(turns).toEqual(OLD);
    return;
  }
  expect(question).toEqual([3, 'New question', 'complete']);
  expect(NEW_REPLY.startsWith(String(answer?.[1]))).toBe(true);
}

describe('a crash', () => {
  it('of the worker in the middle of the new reply: it starts over, nothing of the old one in it', async () => {
    const { user, client, chatId, again } = await givenTwoTurns();
    const reply = stack.replyByHand();
    const id = client.send('chat', again);
    await reply.started;
    reply.write('A new and ');
    await client.until('assistantDelta', ({ data }) => data.attempt === 2);
    stack.killWorker();
    stack.replyWith(...pieces);
    stack.expireLeases();
    client.send('chat', again, id);
    expect(dataOf(await client.ack(id))).toMatchObject({ status: 'complete' });
    expect(texts(await stack.history(user, chatId))).toEqual(NEW);
    expect(await stack.usedMessages(user)).toBe(3);
  });

  it('again and again, before the claim: the new turn is failed, without the old reply’s text', async () => {
    const { user, client, chatId, again } = await givenTwoTurns();
    const crash = stack.inner.faults.at({
      service: 'dynamodb',
      action: 'UpdateItem',
      caller: 'RepliesReply',
      times: 3,
      effect: { kill: true, hang: true },
    });
    expect(codeOf(await client.call('chat', again))).toBe('reply_failed');
    expect(crash.struck).toBe(3);
    const [question, answer] = texts(await stack.history(user, chatId)).slice(2);
    expect(question).toEqual([3, 'New question', 'complete']);
    expect(answer).toEqual([4, '', 'failed']);
    expect(await stack.usedMessages(user)).toBe(2);
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8, 9])(
    'of the database at call %i: the turn is the old one or the new one, never a mix, and the new one in the end',
    async (n) => {
      const { user, client, chatId, again } = await givenTwoTurns();
      stack.throttleDatabase(n, 4);
      const id = client.send('chat', again);
      const settled = async () => {
        await client.flush();
        await stack.idle();
        await client.flush();
        return client.of('ack').findLast((ack) => ack.id === id);
      };
      const first = await settled();
      stack.clearFaults();
      if (!first || ('error' in first && first.error)) {
        stack.expireLeases();
        expectOneOf(texts(await stack.history(user, chatId)));
        client.send('chat', again, id);
        expect(dataOf((await settled()) ?? expect.fail('no ack'))).toMatchObject({ status: 'complete' });
      }
      expect(texts(await stack.history(user, chatId))).toEqual(NEW);
      expect(await stack.usedMessages(user)).toBe(3);
    },
  );
});
