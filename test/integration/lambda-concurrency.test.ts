/**
 * An AWS account that runs ten functions at a time: all users write at once, and all are answered. Also replies that
 * wait for a worker.
 */
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { codeOf, dataOf, type SocketClient } from '../support/socket-client.ts';
import { startTestStack, type TestStack, type TestUser } from '../support/stack.ts';

const PEOPLE = 30;
let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack({ concurrency: 10 });
});
afterEach(() => stack.clearFaults());
afterAll(() => stack.close());

interface Person {
  readonly user: TestUser;
  readonly client: SocketClient;
  readonly chatId: string;
}

async function givenPeople(): Promise<Person[]> {
  const people: Person[] = [];
  for (let n = 0; n < PEOPLE; n += 1) {
    const user = await stack.givenUser();
    const { client, chat } = await stack.givenChat(user);
    people.push({ user, client, chatId: chat.chatId });
  }
  return people;
}

/**
 * Sends a message as the product's client does: the same frame again while nothing answers it. Returns how often it was
 * sent.
 */
async function send({ user, client, chatId }: Person, message: string): Promise<number> {
  const data = { chatId, message, userEmail: user.email };
  const id = client.send('chat', data);
  for (let sent = 1; ; sent += 1) {
    const refused = client.gatewayErrors;
    const answer = await Promise.race([client.ack(id), client.gatewayError(refused + 1)]);
    if (answer !== undefined) {
      if ('error' in answer && answer.error) throw new Error(`refused: ${codeOf(answer)}`);
      return sent;
    }
    await stack.eventually(() => expect(stack.inner.functions.running()).toBeLessThan(10));
    client.send('chat', data, id);
  }
}

it('thirty users who write at once lose no message, and have each of them answered once', async () => {
  const people = await givenPeople();
  stack.replyWith('Done.');
  const sent = await Promise.all(people.map((person, n) => send(person, `Message ${n}`)));
  expect(Math.max(...sent)).toBeGreaterThan(1);
  await stack.idle();
  for (const [n, { user, chatId }] of people.entries()) {
    const messages = (await stack.history(user, chatId)).slice(1);
    expect(messages).toMatchObject([
      { role: 'user', content: `Message ${n}` },
      { role: 'assistant', content: 'Done.', status: 'complete' },
    ]);
    expect(messages).toHaveLength(2);
    expect(await stack.usedMessages(user)).toBe(1);
  }
});

it('while replies take all places, a call is refused with a plain status and the replies end', async () => {
  const people = (await givenPeople()).slice(0, 10);
  const reply = stack.replyByHand();
  const before = stack.model.calls.length;
  const [first] = people;
  if (!first) throw new Error('There is nobody');
  const sending = people.map((person, n) => send(person, `Long ${n}`));
  await stack.eventually(() => expect(stack.model.calls.length - before).toBe(10));
  const answer = await stack.http('GET', `/api/chats/getChats?userEmail=${first.user.email}`, {
    token: first.user.token,
  });
  expect([answer.status, JSON.parse(answer.text)]).toEqual([503, { message: 'Service Unavailable' }]);
  reply.write('Late.');
  reply.end();
  await Promise.all(sending);
  await stack.idle();
  for (const { user, chatId } of people)
    expect((await stack.history(user, chatId)).at(-1)).toMatchObject({
      content: 'Late.',
      status: 'complete',
    });
});

/** Longer than `limits.replyWaitSeconds`, and than the time after which a resend hands a turn over again. */
const LONG_WAIT_MS = 21_000;
/** Longer than the time for which new messages are refused after a long wait. */
const CALM_AGAIN_MS = 11_000;

/** Lets LONG_WAIT_MS pass between the hand-over of a message and the start of its worker. */
const waitBeforeWorker = (run: () => void = () => undefined) =>
  stack.inner.faults.at({
    ...{ service: 'lambda', caller: 'FunctionsChat' },
    effect: {
      run: () => {
        stack.moveClock(LONG_WAIT_MS);
        run();
      },
    },
  });

async function givenPerson(): Promise<Person> {
  const user = await stack.givenUser();
  const { client, chat } = await stack.givenChat(user);
  return { user, client, chatId: chat.chatId };
}

it('after a reply has waited too long for a worker, new messages are refused as busy for a moment', async () => {
  const [waiting, next] = [await givenPerson(), await givenPerson()];
  stack.replyWith('Done.');
  waitBeforeWorker();
  await stack.say(waiting.client, waiting.user, waiting.chatId, 'I waited');
  const ask = () =>
    next.client.call('chat', { chatId: next.chatId, message: 'Hello', userEmail: next.user.email });
  expect(codeOf(await ask())).toBe('service_busy');
  await stack.idle();
  expect(await stack.usedMessages(next.user)).toBe(0);
  expect(await stack.history(next.user, next.chatId)).toHaveLength(1);
  stack.moveClock(CALM_AGAIN_MS);
  expect(dataOf(await ask())).toMatchObject({ status: 'complete' });
});

it('a message that is sent again while it waits for a worker keeps its place, and the model is called once', async () => {
  const [late, sender] = [await givenPerson(), await givenPerson()];
  stack.replyWith('Done.');
  await stack.say(late.client, late.user, late.chatId, 'Warm up');
  await stack.idle();
  const { promise: hold, resolve: release } = Promise.withResolvers<void>();
  // The first hand-over of the message arrives after the second.
  const held = stack.inner.faults.at({
    ...{ service: 'lambda', caller: 'FunctionsChat' },
    effect: { run: () => hold },
  });
  const data = { chatId: sender.chatId, message: 'Only once', userEmail: sender.user.email };
  const id = sender.client.send('chat', data);
  await stack.eventually(() => expect(held.struck).toBe(1));
  stack.moveClock(LONG_WAIT_MS);
  const before = stack.modelCalls();
  const again = await stack.connect(sender.user);
  again.resend('chat', data, id);
  expect(dataOf(await again.ack(id))).toMatchObject({ status: 'complete' });
  await stack.idle().catch(() => undefined);
  release();
  await stack.idle();
  expect(stack.modelCalls() - before).toBe(1);
  expect((await stack.history(sender.user, sender.chatId)).slice(1)).toHaveLength(2);
});

it('a message that waits for a worker while the service is busy is not handed over again', async () => {
  const [late, sender] = [await givenPerson(), await givenPerson()];
  stack.replyWith('Done.');
  const died = stack.inner.faults.at({
    ...{ service: 'lambda', caller: 'FunctionsChat' },
    effect: { kill: true, hang: true },
  });
  const data = { chatId: sender.chatId, message: 'Still here', userEmail: sender.user.email };
  const id = sender.client.send('chat', data);
  await stack.eventually(() => expect(died.struck).toBe(1));
  stack.clearFaults();
  waitBeforeWorker();
  await stack.say(late.client, late.user, late.chatId, 'I waited');
  await stack.idle();
  const before = stack.modelCalls();
  const again = await stack.connect(sender.user);
  again.resend('chat', data, id);
  expect((await again.until('accepted')).id).toBe(id);
  await stack.idle();
  expect(stack.modelCalls()).toBe(before);
  stack.moveClock(CALM_AGAIN_MS);
  again.resend('chat', data, id);
  expect(dataOf(await again.ack(id))).toMatchObject({ status: 'complete' });
  expect(stack.modelCalls()).toBe(before + 1);
});
