/** Temporary chats (decision 0123): used like others, found nowhere, gone after a day whatever fails. */
import { randomUUID } from 'node:crypto';
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { http } from '#contract/http-calls';
import { ackData } from '#contract/socket';
import { TEMPORARY_CHAT_LIFE_MS } from '#contract/temporary-chats';
import { everything, isTombstone, tracesOf } from '../support/account-traces.ts';
import { fileItemOf, givenFile, PAPER } from '../support/given-files.ts';
import { codeOf, dataOf, type SocketClient } from '../support/socket-client.ts';
import { startTestStack, type TestStack, type TestUser } from '../support/stack.ts';

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack();
});
afterEach(() => stack.clearFaults());
afterAll(() => stack.close());

const call = async ({ token }: TestUser, method: string, path: string, body?: unknown) => {
  const answer = await stack.http(method, `/api/${path}`, { token, body });
  return { status: answer.status, body: JSON.parse(answer.text) };
};

async function openTemporary(client: SocketClient, { email }: TestUser, id: string = randomUUID()) {
  const ack = await client.call('initChat', { userEmail: email, name: 'Test User', isTemporary: true }, id);
  return ackData.initChat.parse(dataOf(ack));
}

async function given() {
  const user = await stack.givenUser();
  const client = await stack.connect(user);
  const { chatId } = await openTemporary(client, user);
  return { user, client, chatId };
}

async function ask({ user, client, chatId }: Awaited<ReturnType<typeof given>>, more: object = {}) {
  stack.replyWith('Pelicans fish together.');
  const data = { chatId, message: 'Tell me about pelicans', userEmail: user.email, instructions: false };
  return dataOf(await client.call('chat', { ...data, ...more }));
}

/** Waits until the streams, and the functions that they start, are idle. */
async function settled(): Promise<void> {
  await stack.idle();
  await stack.inner.functions.streamsSettled();
}

async function itemsIn(pk: string): Promise<Record<string, unknown>[]> {
  const { documents, table } = stack.inner.dynamodb;
  const { Items = [] } = await documents.send(
    new QueryCommand({
      TableName: table('Chats'),
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': pk },
    }),
  );
  return Items;
}
const turnsOf = ({ owner }: TestUser, chatId: string) => itemsIn(`CHAT#${owner}#${chatId}`);
const chatOf = async ({ owner }: TestUser, chatId: string) =>
  (await itemsIn(`OWNER#${owner}`)).find((item) => item.chatId === chatId && item.nextIndex !== undefined);

/** Runs `then` after the end of the chat's life, with a token that is valid at that time. */
async function aDayLater(user: TestUser, then: (late: TestUser) => Promise<void>): Promise<void> {
  stack.moveClock(TEMPORARY_CHAT_LIFE_MS + 1_000);
  try {
    const { idToken: token, accessToken } = await stack.inner.tokensFor(user.email);
    await then({ ...user, token, accessToken });
  } finally {
    stack.moveClock(-TEMPORARY_CHAT_LIFE_MS - 1_000);
  }
}

describe('a temporary chat', () => {
  it('replies, keeps its history, regenerates and stops as others do, and its messages count', async () => {
    const chat = await given();
    const { user, client, chatId } = chat;
    expect(await ask(chat)).toMatchObject({ chatId, messageIndex: 2, status: 'complete' });
    expect(await ask(chat, { message: 'And storks?' })).toMatchObject({ messageIndex: 4 });
    expect(await ask(chat, { message: 'And herons?', replaces: 3 })).toMatchObject({ messageIndex: 4 });
    const like = { chatId, messageIndex: 4, liked: true, userEmail: user.email };
    expect(dataOf(await client.call('likeMessage', like))).toMatchObject({ liked: true });
    const byHand = stack.replyByHand();
    const id = client.send('chat', { chatId, message: 'Wait', userEmail: user.email });
    await byHand.started;
    byHand.write('Some words');
    await client.until('assistantDelta', ({ data }) => data.text === 'Some words');
    dataOf(await client.call('stopReply', { chatId, userEmail: user.email }));
    expect(dataOf(await client.ack(id))).toMatchObject({ status: 'stopped' });
    const texts = (await stack.history(user, chatId)).map(({ content }) => content);
    expect(texts.slice(1, 5)).toEqual([
      'Tell me about pelicans',
      'Pelicans fish together.',
      'And herons?',
      'Pelicans fish together.',
    ]);
    expect(texts.at(-1)).toBe('Some words');
    expect(await stack.usedMessages(user)).toBe(4);
    // Every row of the chat expires together with the chat.
    const ttl = (await chatOf(user, chatId))?.ttl;
    const rows = await turnsOf(user, chatId);
    expect([rows.length, ...new Set(rows.map((row) => row.ttl))]).toEqual([5, ttl]);
  });

  it('is in no list, search, export or archive, is not counted, and other devices are not told', async () => {
    const user = await stack.givenUser();
    const [client, phone] = [await stack.connect(user), await stack.connect(user)];
    const { chatId, name } = await openTemporary(client, user);
    expect([chatId, name]).toEqual([expect.stringMatching(/^temp-/), 'Temporary chat']);
    await ask({ user, client, chatId }, { files: [await givenFile(stack, user, PAPER)] });
    await settled();
    const list = await call(user, 'GET', `chats/getChats?userEmail=${user.email}`);
    expect(list.body).toMatchObject({ chats: [], pinned: [], archivedIds: [] });
    const archived = await call(user, 'GET', `chats/getChats?userEmail=${user.email}&archived=true`);
    expect(archived.body.chats).toEqual([]);
    for (const query of ['pelicans', 'temporary', 'tea']) {
      const found = await call(user, 'GET', `chats/search?userEmail=${user.email}&query=${query}`);
      expect(http.searchChats.response.parse(found.body)).toEqual({ chats: [], messages: [] });
    }
    expect([...(await everything(stack)).keys()].filter((key) => /^Search .*OWNER/.test(key))).toEqual([]);
    expect(JSON.stringify((await call(user, 'GET', 'account/export')).body)).not.toContain(chatId);
    await phone.until('assistantMessage', ({ data }) => data.chatId === chatId);
    expect((await stack.openChat(client, user)).name).toBe('Chat 1');
    expect((await phone.until('chatCreated')).data.name).toBe('Chat 1');
  });

  it.each([
    ['name', { newName: 'Kept' }],
    ['pinned', { pinned: true }],
    ['pinned', { pinned: false }],
    ['archived', { archived: true }],
    ['archived', { archived: false }],
    ['project', { projectId: null }],
    ['project', { projectId: randomUUID() }],
  ])('cannot have its %s set to %o', async (what, body) => {
    const { user, chatId } = await given();
    const before = await chatOf(user, chatId);
    expect(await call(user, 'PUT', `chats/${chatId}/${what}`, body)).toMatchObject({
      status: 409,
      body: { code: 'chat_is_temporary' },
    });
    expect(await chatOf(user, chatId)).toEqual(before);
    expect((await itemsIn(`OWNER#${user.owner}`)).filter(({ sk }) => sk === 'WORKSPACE')).toEqual([]);
  });

  it('begins in no project', async () => {
    const user = await stack.givenUser();
    const client = await stack.connect(user);
    const projectId = randomUUID();
    expect((await call(user, 'POST', 'projects', { projectId, name: 'House' })).status).toBe(200);
    const ask = { userEmail: user.email, name: 'Test User', isTemporary: true, projectId };
    const { chatId } = ackData.initChat.parse(dataOf(await client.call('initChat', ask)));
    expect((await chatOf(user, chatId))?.projectId).toBeUndefined();
    const rows = (await itemsIn(`OWNER#${user.owner}`)).map(({ sk }) => String(sk));
    expect(rows.filter((sk) => sk.startsWith('INPROJECT#'))).toEqual([]);
  });

  it('is refused as the cursor of the list and of the export', async () => {
    const { user, chatId } = await given();
    const page = await call(user, 'GET', `chats/getChats?userEmail=${user.email}&cursor=${chatId}`);
    expect(page).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
    const cursor = Buffer.from(JSON.stringify({ chat: chatId })).toString('base64url');
    expect((await call(user, 'GET', `account/export?cursor=${cursor}`)).status).toBe(400);
  });

  it('is not found by another user', async () => {
    const { chatId } = await given();
    const other = await stack.givenUser();
    expect((await call(other, 'GET', `chats/getChatHistory/${chatId}`)).status).toBe(404);
    expect((await call(other, 'DELETE', `chats/${chatId}`)).status).toBe(404);
  });

  it('is made once when its request is repeated, and not again after its end', async () => {
    const user = await stack.givenUser();
    const client = await stack.connect(user);
    const id = randomUUID();
    const { chatId } = await openTemporary(client, user, id);
    await client.close();
    const again = await stack.connect(user);
    expect((await openTemporary(again, user, id)).chatId).toBe(chatId);
    await again.close();
    await aDayLater(user, async (late) => {
      await stack.inner.dynamodb.sweep();
      await settled();
      const client = await stack.connect(late);
      const repeated = await client.call('initChat', { userEmail: user.email, isTemporary: true }, id);
      expect(codeOf(repeated)).toBe('chat_not_found');
      expect(await turnsOf(user, chatId)).toEqual([]);
      await client.close();
    });
  });
});

it('the deletion of an account takes its temporary chats along', async () => {
  const chat = await given();
  const { user, chatId } = chat;
  await ask(chat, { files: [await givenFile(stack, user)] });
  await settled();
  expect((await tracesOf(stack, user)).join()).toContain(chatId);
  expect((await call(user, 'POST', 'account/delete', { confirmEmail: user.email })).status).toBe(200);
  await settled();
  await stack.idle();
  expect((await tracesOf(stack, user)).filter((trace) => !isTombstone(user.owner)(trace))).toEqual([]);
});

describe('a day later', () => {
  it('the chat cannot be read or continued, and its rows and files are removed', async () => {
    const chat = await given();
    const { user, chatId } = chat;
    const kept = await givenFile(stack, user);
    const fileId = await givenFile(stack, user);
    await ask(chat, { files: [fileId] });
    const other = await stack.openChat(chat.client, user);
    await ask({ ...chat, chatId: other.chatId }, { files: [kept] });
    await settled();
    expect(await fileItemOf(stack, user, fileId)).toMatchObject({
      chatId,
      ttl: (await chatOf(user, chatId))?.ttl,
    });
    await aDayLater(user, async (late) => {
      expect(await call(late, 'GET', `chats/getChatHistory/${chatId}`)).toMatchObject({
        status: 404,
        body: { code: 'chat_not_found' },
      });
      const client = await stack.connect(late);
      const again = { chatId, message: 'Still there?', userEmail: user.email };
      expect(codeOf(await client.call('chat', again))).toBe('chat_not_found');
      await client.close();
      await stack.inner.dynamodb.sweep();
      await settled();
      expect([await chatOf(user, chatId), await turnsOf(user, chatId)]).toEqual([undefined, []]);
      expect(await fileItemOf(stack, user, fileId)).toBeUndefined();
      expect(await fileItemOf(stack, user, kept)).toBeDefined();
      expect(await turnsOf(user, other.chatId)).toHaveLength(2);
    });
  });

  it('the chat has ended although a message was sent in it later', async () => {
    const chat = await given();
    stack.moveClock(20 * 60 * 60_000);
    try {
      const { idToken: token, accessToken } = await stack.inner.tokensFor(chat.user.email);
      const user = { ...chat.user, token, accessToken };
      const client = await stack.connect(user);
      await ask({ ...chat, user, client });
      await settled();
      expect((await stack.history(user, chat.chatId)).length).toBe(3);
      await client.close();
    } finally {
      stack.moveClock(-20 * 60 * 60_000);
    }
    await aDayLater(chat.user, async (late) => {
      expect((await call(late, 'GET', `chats/getChatHistory/${chat.chatId}`)).status).toBe(404);
      await stack.inner.dynamodb.sweep();
      await settled();
      expect(await turnsOf(late, chat.chatId)).toEqual([]);
    });
  });

  it('retention has removed the chat although DynamoDB has not, and no chat that has not expired', async () => {
    const chat = await given();
    await ask(chat);
    await settled();
    stack.moveClock(2 * TEMPORARY_CHAT_LIFE_MS);
    const { idToken: token, accessToken } = await stack.inner.tokensFor(chat.user.email);
    const user = { ...chat.user, token, accessToken };
    const client = await stack.connect(user);
    const fresh = await openTemporary(client, user);
    await stack.eventually(async () => expect(await turnsOf(user, chat.chatId)).toEqual([]));
    expect(await chatOf(user, chat.chatId)).toBeUndefined();
    expect(await stack.history(user, fresh.chatId)).toHaveLength(1);
    expect(stack.functionLogs().join()).toContain('expired temporary chats removed');
    await client.close();
  });
});

it('a temporary chat that is deleted and restored ends when it would have', async () => {
  const chat = await given();
  const { user, client, chatId } = chat;
  await ask(chat);
  await settled();
  const ttl = (await chatOf(user, chatId))?.ttl;
  const deleted = await call(user, 'DELETE', `chats/${chatId}`);
  expect(Date.parse(deleted.body.restorableUntil) / 1_000).toBe(ttl);
  expect((await call(user, 'GET', `chats/getChatHistory/${chatId}`)).status).toBe(404);
  expect((await call(user, 'POST', `chats/${chatId}/restore`)).status).toBe(200);
  expect(await stack.history(user, chatId)).toHaveLength(3);
  expect((await chatOf(user, chatId))?.ttl).toBe(ttl);
  await client.flush();
  expect(client.of('chatCreated')).toEqual([]);
});
