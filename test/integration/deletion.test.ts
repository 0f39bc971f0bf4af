/** Deleting a chat, restoring it, and what is left of it after its expiry. */
import { BatchWriteCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DELETED_CHAT_LIFE_MS } from '#contract/limits';
import { givenChats } from '../support/given-chats.ts';
import { callAs } from '../support/operators.ts';
import { codeOf, dataOf } from '../support/socket-client.ts';
import { startTestStack, type TestStack, type TestUser } from '../support/stack.ts';

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack();
});
afterAll(() => stack.close());

const NOWHERE = '019a0000-0000-7000-8000-000000000000';

async function givenConversation() {
  stack.replyWith('An answer.');
  const user = await stack.givenUser();
  const { client, chat } = await stack.givenChat(user);
  const { chatId } = chat;
  await stack.say(client, user, chatId, 'A question');
  return { user, client, chatId };
}

const remove = (user: TestUser, chatId: string) =>
  stack.http('DELETE', `/api/chats/${chatId}`, { token: user.token });
const restore = (user: TestUser, chatId: string) =>
  stack.http('POST', `/api/chats/${chatId}/restore`, { token: user.token });

async function turnsLeft({ owner }: TestUser, chatId: string): Promise<number> {
  const { documents, table } = stack.inner.dynamodb;
  const { Count } = await documents.send(
    new QueryCommand({
      TableName: table('Chats'),
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': `CHAT#${owner}#${chatId}` },
      Select: 'COUNT',
    }),
  );
  return Count ?? 0;
}

/** Removes expired items, as DynamoDB does some time after their expiry, and waits for the streams. */
async function letTimePass(): Promise<void> {
  await stack.inner.dynamodb.sweep();
  await stack.inner.functions.streamsSettled();
}

describe('a list whose newer part was deleted', () => {
  it('fills its page in a few reads, and loses no chat on the way', async () => {
    const user = await stack.givenUser();
    const chats = await givenChats(stack, user, 1_200);
    const { dynamodb, clock } = stack.inner;
    const deletedAt = new Date(clock.now()).toISOString();
    // Ten years, so that the sweeps of the tests below leave these 1,000 rows alone.
    const ttl = Math.floor(clock.now() / 1_000) + 10 * 365 * 86_400;
    const gone = chats.slice(200).map((chat) => ({
      PutRequest: {
        Item: { pk: `OWNER#${user.owner}`, sk: `CHAT#${chat.chatId}`, ...chat, nextIndex: 1, deletedAt, ttl },
      },
    }));
    for (let i = 0; i < gone.length; i += 25)
      await dynamodb.documents.send(
        new BatchWriteCommand({ RequestItems: { [dynamodb.table('Chats')]: gone.slice(i, i + 25) } }),
      );
    const names: string[] = [];
    let cursor: string | undefined;
    do {
      const query = { userEmail: user.email, ...(cursor !== undefined && { cursor }) };
      dynamodb.resetStats();
      const page = await callAs(stack, user, 'getChats', { query });
      // Reads of 51 chats each would be 20. The first page also reads pins, instructions, projects, the announcement.
      expect(dynamodb.stats().calls.length).toBeLessThanOrEqual(cursor === undefined ? 8 : 4);
      names.push(...page.chats.map(({ name }) => name));
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    expect(names).toEqual(
      chats
        .slice(0, 200)
        .map(({ name }) => name)
        .toReversed(),
    );
  });
});

describe('a deleted chat', () => {
  it('is found nowhere, and its refusals are those of a chat that never was', async () => {
    const { user, client, chatId } = await givenConversation();
    expect((await remove(user, chatId)).status).toBe(200);
    expect(await stack.chats(user)).toEqual([]);
    const over = (id: string) =>
      Promise.all([
        stack.http('GET', `/api/chats/getChatHistory/${id}`, { token: user.token }),
        stack.http('GET', `/api/chats/getChatHistory/${id}?before=2`, { token: user.token }),
        stack.http('GET', `/api/chats/getChatHistory/${id}?after=0`, { token: user.token }),
        stack.http('PUT', `/api/chats/${id}/name`, { token: user.token, body: { newName: 'Back' } }),
      ]);
    const none = await over(NOWHERE);
    expect((await over(chatId)).map(({ status, text }) => [status, text])).toEqual(
      none.map(({ status, text }) => [status, text]),
    );
    expect(none[0]?.status).toBe(404);
    const about = { chatId, userEmail: user.email };
    expect(codeOf(await client.call('chat', { ...about, message: 'Still there?' }))).toBe('chat_not_found');
    expect(codeOf(await client.call('chat', { ...about, message: 'Again', replaces: 1 }))).toBe(
      'chat_not_found',
    );
    expect(codeOf(await client.call('likeMessage', { ...about, messageIndex: 2, liked: true }))).toBe(
      'chat_not_found',
    );
    expect(codeOf(await client.call('stopReply', about))).toBe('chat_not_found');
    expect(await stack.usedMessages(user)).toBe(1);
  });

  it('comes back whole, and both calls may be repeated', async () => {
    const { user, client, chatId } = await givenConversation();
    const before = await stack.history(user, chatId);
    const [chat] = await stack.chats(user);
    const first = await remove(user, chatId);
    expect(await remove(user, chatId)).toMatchObject({ status: 200, text: first.text });
    await client.until('chatDeleted', ({ data }) => data.chatId === chatId);
    for (const answer of [await restore(user, chatId), await restore(user, chatId)])
      expect([answer.status, JSON.parse(answer.text)]).toEqual([200, chat]);
    expect((await client.until('chatCreated')).data).toEqual(chat);
    expect(await stack.history(user, chatId)).toEqual(before);
    expect(await stack.say(client, user, chatId, 'Go on')).toMatchObject({ messageIndex: 4 });
    // No TTL is left that would remove the chat later.
    stack.moveClock(2 * DELETED_CHAT_LIFE_MS);
    await letTimePass();
    stack.moveClock(-2 * DELETED_CHAT_LIFE_MS);
    expect(await turnsLeft(user, chatId)).toBe(3);
  });

  it('is gone for good when its time is over, with its messages, and no other chat is', async () => {
    const { user, chatId } = await givenConversation();
    await stack.fillChat(user, chatId, 60);
    const { chat: kept } = await stack.givenChat(user);
    const { restorableUntil } = JSON.parse((await remove(user, chatId)).text);
    const left = Date.parse(restorableUntil) - stack.inner.clock.now();
    expect(left / DELETED_CHAT_LIFE_MS).toBeCloseTo(1, 2);
    stack.moveClock(DELETED_CHAT_LIFE_MS + 1_000);
    try {
      const late = await stack.inner.tokensFor(user.email);
      // TTL deletes late. The chat cannot be restored in between.
      expect((await restore({ ...user, token: late.idToken }, chatId)).status).toBe(404);
      expect(await turnsLeft(user, chatId)).toBe(61);
      await letTimePass();
    } finally {
      stack.moveClock(-DELETED_CHAT_LIFE_MS - 1_000);
    }
    expect(await turnsLeft(user, chatId)).toBe(0);
    expect((await restore(user, chatId)).status).toBe(404);
    expect(await turnsLeft(user, kept.chatId)).toBe(1);
    expect(await stack.chats(user)).toMatchObject([{ chatId: kept.chatId }]);
  });

  it('leaves the messages of another owner whose chat has the same id', async () => {
    const { user, chatId } = await givenConversation();
    const other = await stack.givenUser();
    await stack.fillChat(other, chatId, 3);
    const kept = await turnsLeft(other, chatId);
    await remove(user, chatId);
    stack.moveClock(DELETED_CHAT_LIFE_MS + 1_000);
    try {
      await letTimePass();
    } finally {
      stack.moveClock(-DELETED_CHAT_LIFE_MS - 1_000);
    }
    expect(await turnsLeft(user, chatId)).toBe(0);
    expect([kept, await turnsLeft(other, chatId)]).toEqual([3, 3]);
  });

  it('has its messages removed although the job crashed half way', async () => {
    const { user, chatId } = await givenConversation();
    await stack.fillChat(user, chatId, 60);
    await remove(user, chatId);
    const crash = stack.inner.faults.at({
      service: 'dynamodb',
      action: 'DeleteItem',
      caller: 'Purge',
      nth: 30,
      effect: { kill: true, hang: true },
    });
    stack.moveClock(DELETED_CHAT_LIFE_MS + 1_000);
    await letTimePass();
    stack.moveClock(-DELETED_CHAT_LIFE_MS - 1_000);
    expect(crash.struck).toBe(1);
    expect(await turnsLeft(user, chatId)).toBe(0);
  });

  it('may have a reply that is still streaming, which ends without an error', async () => {
    const { user, client, chatId } = await givenConversation();
    const reply = stack.replyByHand();
    const id = client.send('chat', { chatId, message: 'Wait', userEmail: user.email });
    await reply.started;
    expect((await remove(user, chatId)).status).toBe(200);
    reply.write('Too late.');
    reply.end();
    expect(dataOf(await client.ack(id))).toMatchObject({ status: 'complete' });
    expect(await stack.chats(user)).toEqual([]);
    expect((await restore(user, chatId)).status).toBe(200);
    expect((await stack.history(user, chatId)).at(-1)).toMatchObject({ content: 'Too late.' });
    stack.replyWith('Fine.');
    await stack.say(client, user, chatId, 'And now?');
  });

  it('is not opened again by the frame that created it', async () => {
    const user = await stack.givenUser();
    const client = await stack.connect(user);
    const id = client.send('initChat', { userEmail: user.email, name: 'Test User' });
    const { chatId } = dataOf(await client.ack(id)) as { chatId: string };
    await remove(user, chatId);
    client.send('initChat', { userEmail: user.email, name: 'Test User' }, id);
    const again = await client.until('ack', (ack) => ack.id === id && 'error' in ack);
    expect(codeOf(again)).toBe('chat_not_found');
  });
});

it('the list has full pages around deleted chats, and each chat once', async () => {
  const user = await stack.givenUser();
  const chats = await givenChats(stack, user, 120);
  const deleted = chats.filter((_, i) => i % 3 === 0);
  for (const { chatId } of deleted) await remove(user, chatId);
  const seen: string[][] = [];
  let cursor = '';
  for (;;) {
    const path = `/api/chats/getChats?userEmail=${user.email}${cursor}`;
    const page = JSON.parse((await stack.http('GET', path, { token: user.token })).text);
    seen.push(page.chats.map(({ chatId }: { chatId: string }) => chatId));
    if (!page.nextCursor) break;
    cursor = `&cursor=${page.nextCursor}`;
  }
  expect(seen.map((page) => page.length)).toEqual([50, 30]);
  const kept = chats.filter((chat) => !deleted.includes(chat)).map(({ chatId }) => chatId);
  expect(seen.flat()).toEqual(kept.toReversed());
});
