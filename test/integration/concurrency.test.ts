/** A new account's ten functions at a time: everybody writes at once, and everybody is answered. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { codeOf, type SocketClient } from '../support/socket-client.ts';
import { startTestStack, type TestStack, type TestUser } from '../support/stack.ts';

const PEOPLE = 30;
let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack({ concurrency: 10 });
});
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
