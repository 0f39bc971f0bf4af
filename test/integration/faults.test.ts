/** Failures and what must hold: one reply for each message, on screen and in the table (docs/chaos.md). */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Message } from '#contract/entities';
import { codeOf, dataOf, type SocketClient } from '../support/socket-client.ts';
import { startTestStack, type TestStack, type TestUser } from '../support/stack.ts';

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack();
});
afterAll(() => stack.close());

const REPLY = 'One two three four five.';

/** Exactly one user message and one complete reply, in the table and as announced. */
async function expectOneReply(user: TestUser, chatId: string, client: SocketClient): Promise<void> {
  const messages: Message[] = await stack.history(user, chatId);
  expect(messages.slice(1).map(({ role, content, status }) => [role, content, status])).toEqual([
    ['user', 'Count', 'complete'],
    ['assistant', REPLY, 'complete'],
  ]);
  expect(client.of('assistantMessage').at(-1)?.data).toMatchObject({ content: REPLY, status: 'complete' });
  expect(await stack.usedMessages(user)).toBe(1);
}

async function givenCounting() {
  const user = await stack.givenUser();
  const { client, chat } = await stack.givenChat(user);
  const data = { chatId: chat.chatId, message: 'Count', userEmail: user.email };
  return { user, client, chatId: chat.chatId, data };
}

describe('a reply worker that is killed', () => {
  it('in the middle of a stream: the message sent again gets one whole reply, at once', async () => {
    const { user, client, chatId, data } = await givenCounting();
    const reply = stack.replyByHand();
    const id = client.send('chat', data);
    await reply.started;
    reply.write('One two');
    await client.until('assistantDelta');
    stack.killWorker();
    stack.replyWith(...REPLY.split(/(?<= )/));
    stack.expireLeases();
    client.send('chat', data, id);
    expect(dataOf(await client.ack(id))).toMatchObject({ status: 'complete' });
    await expectOneReply(user, chatId, client);
    const attempts = new Set(client.of('assistantDelta').map((frame) => frame.data.attempt));
    expect([...attempts]).toEqual([1, 2]);
  });

  it('again and again: the turn ends as failed, the message is given back, the chat works', async () => {
    const { user, client, chatId, data } = await givenCounting();
    stack.killWorkerAtChunk(1, 3);
    stack.replyWith(...REPLY.split(/(?<= )/));
    const id = client.send('chat', data);
    expect(codeOf(await client.ack(id))).toBe('reply_failed');
    expect((await stack.history(user, chatId)).at(-1)).toMatchObject({ status: 'failed' });
    expect(await stack.usedMessages(user)).toBe(0);
    stack.replyWith('Fine.');
    await stack.say(client, user, chatId, 'And now?');
  });
});

describe('a retry that comes before the lease of the dead worker is over', () => {
  let slow: TestStack;
  beforeAll(async () => {
    slow = await startTestStack({ retries: [1_000, 60_000] });
  });
  afterAll(() => slow.close());

  it('leaves the turn to the next retry, which writes the reply though the client is gone', async () => {
    const user = await slow.givenUser();
    const { client, chat } = await slow.givenChat(user);
    const { chatId } = chat;
    const reply = slow.replyByHand();
    client.send('chat', { chatId, message: 'Count', userEmail: user.email });
    await reply.started;
    reply.write('One two');
    await client.until('assistantDelta');
    await client.close();
    slow.killWorker();
    slow.replyWith(REPLY);
    for (const pause of [1_000, 60_000]) {
      await slow.eventually(() => expect(slow.inner.functions.due()).toBe(0));
      slow.moveClock(pause);
    }
    await slow.idle();
    const last = (await slow.history(user, chatId)).at(-1);
    expect(last).toMatchObject({ content: REPLY, status: 'complete' });
    expect(await slow.usedMessages(user)).toBe(1);
  });
});

describe('a socket that drops in the middle of a stream', () => {
  it('the reply continues, and the next connection has all of it', async () => {
    const { user, client, chatId, data } = await givenCounting();
    const reply = stack.replyByHand();
    const id = client.send('chat', data);
    await reply.started;
    reply.write('One two ');
    await client.until('assistantDelta');
    client.drop();
    reply.write('three ');
    const again = await stack.connect(user);
    const first = await again.until('assistantDelta');
    expect(first.data.offset).toBe(0);
    reply.write('four five.');
    reply.end();
    await again.ack(id);
    await expectOneReply(user, chatId, again);
  });

  it('without a connection, the whole reply waits in the history', async () => {
    const { user, client, chatId, data } = await givenCounting();
    const reply = stack.replyByHand();
    client.send('chat', data);
    await reply.started;
    client.drop();
    reply.write(REPLY);
    reply.end();
    await stack.eventually(async () => {
      expect((await stack.history(user, chatId)).at(-1)).toMatchObject({
        content: REPLY,
        status: 'complete',
      });
    });
  });
});

describe('an event that is delivered more than once', () => {
  it('three at once: one reply', async () => {
    const { user, client, chatId, data } = await givenCounting();
    stack.replyWith(...REPLY.split(/(?<= )/));
    stack.deliverEventsTimes(3);
    const id = client.send('chat', data);
    await client.ack(id);
    await stack.idle();
    stack.deliverEventsTimes(1);
    await expectOneReply(user, chatId, client);
    expect(new Set(client.of('assistantDelta').map((frame) => frame.data.attempt))).toEqual(new Set([1]));
  });
});

describe('an ack that is lost', () => {
  it('the same frame on a new connection gets the same ack', async () => {
    const { user, client, chatId, data } = await givenCounting();
    stack.replyWith(REPLY);
    const id = randomUUID();
    const first = await client.call('chat', data, id);
    client.drop();
    const again = await stack.connect(user);
    expect(await again.call('chat', data, id)).toEqual(first);
    await expectOneReply(user, chatId, again);
  });
});

describe('a database that throttles', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8, 9])(
    'at call %i: the message is answered once or refused whole',
    async (n) => {
      const { user, client, chatId, data } = await givenCounting();
      stack.replyWith(...REPLY.split(/(?<= )/));
      stack.throttleDatabase(n, 4);
      const id = client.send('chat', data);
      const settled = async () => {
        await client.flush();
        await stack.idle();
        // Frames that were sent to this client while the functions ran arrive before this answer.
        await client.flush();
        return client.of('ack').findLast((ack) => ack.id === id);
      };
      const first = await settled();
      stack.clearFaults();
      if (!first || ('error' in first && first.error)) {
        stack.expireLeases();
        client.send('chat', data, id);
        expect(dataOf((await settled()) ?? expect.fail('no ack'))).toMatchObject({ status: 'complete' });
      }
      await expectOneReply(user, chatId, client);
    },
  );
});
