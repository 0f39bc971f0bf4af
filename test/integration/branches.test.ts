/** Versions of earlier messages (decision 0128): paths, lost answers, workers that die, bounds, shares and exports. */
import { randomUUID } from 'node:crypto';
import { PutCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type HttpResponse, http } from '#contract/http-calls';
import { ackData, type ChatData } from '#contract/socket';
import { packBranches } from '../../lambdas/store/chats/branches.ts';
import type { StepRule } from '../../local/faults/faults.ts';
import { codeOf, dataOf } from '../support/socket-client.ts';
import { startTestStack, type TestStack, type TestUser } from '../support/stack.ts';

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack();
});
afterEach(() => stack.clearFaults());
afterAll(() => stack.close());

const LOST = { fail: { code: 'InternalServerError', status: 500 } } as const;
const CHAT = 'FunctionsChat';
const WORKER = 'RepliesReply';
const MINUTE_MS = 60_000;
type Data = Partial<Omit<ChatData, 'chatId'>>;

/** A user with a chat of some stored turns at the indexes 1, 3, 5 and so on. */
async function given(turns = 3) {
  const user = await stack.givenUser();
  const { client, chat } = await stack.givenChat(user);
  const { chatId } = chat;
  await stack.fillChat(user, chatId, turns);
  stack.replyWith('Reply.');
  const about = { chatId, userEmail: user.email, instructions: false };
  const say = async (message: string, data: Data = {}) =>
    dataOf(await client.call('chat', { ...about, message, ...data }));
  const key = { pk: `OWNER#${user.owner}`, sk: `CHAT#${chatId}` };
  return { user, client, chatId, about, say, key };
}

async function pageOf(
  { token }: TestUser,
  chatId: string,
  query = '',
): Promise<HttpResponse<'getChatHistory'>> {
  const { status, text } = await stack.http('GET', `/api/chats/getChatHistory/${chatId}${query}`, { token });
  expect([status, text]).toEqual([200, text]);
  return http.getChatHistory.response.parse(JSON.parse(text));
}
type Page = Awaited<ReturnType<typeof pageOf>>;
const questionsOf = ({ messages: { messages } }: Page): string[] =>
  messages
    .filter(({ role }) => role === 'user')
    .map(({ content }) => content.replace('Stored question ', ''));
const path = async (user: TestUser, chatId: string, through?: number): Promise<string[]> =>
  questionsOf(await pageOf(user, chatId, through === undefined ? '' : `?through=${through}`));

async function itemOf({ pk, sk }: { pk: string; sk: string }): Promise<Record<string, unknown>> {
  const { documents, table } = stack.inner.dynamodb;
  const { Items = [] } = await documents.send(
    new QueryCommand({
      TableName: table('Chats'),
      KeyConditionExpression: 'pk = :pk AND sk = :sk',
      ExpressionAttributeValues: { ':pk': pk, ':sk': sk },
    }),
  );
  return Items[0] ?? {};
}
const setBranches = (Key: { pk: string; sk: string }, count: number) =>
  stack.inner.dynamodb.documents.send(
    new UpdateCommand({
      TableName: stack.inner.dynamodb.table('Chats'),
      Key,
      UpdateExpression: 'SET branches = :branches',
      ExpressionAttributeValues: {
        ':branches': packBranches(
          Array.from({ length: count }, (_, n) => ({ from: 3 + 2 * n, versionOf: 1 })),
        ),
      },
    }),
  );

const strike = (rule: Omit<StepRule, 'service'>) => stack.inner.faults.at({ service: 'dynamodb', ...rule });
const update = (caller: string, text: string) => ({
  action: 'UpdateItem',
  caller,
  about: (request: string) => request.includes(text),
});
const LOCK = update(CHAT, 'pendingIndex = nextIndex');
const CONTINUE = update(CHAT, 'pending.continues = :continues');
const RELEASE = update(WORKER, 'lastRequestId');
const contextOf = (): string => JSON.stringify(stack.lastModelCall());

describe('a version of an earlier message', () => {
  it('is shown in its place, and the model gets its path alone; the older one stays with what follows it', async () => {
    const { user, chatId, say } = await given();
    await say('Version', { versionOf: 3 });
    const context = contextOf();
    expect(context).toContain('Stored question 1');
    for (const absent of ['Stored question 2', 'Stored question 3']) expect(context).not.toContain(absent);
    await say('Behind it');
    expect(contextOf()).not.toContain('Stored question 3');
    const page = await pageOf(user, chatId);
    expect(questionsOf(page)).toEqual(['1', 'Version', 'Behind it']);
    expect(page.branches).toEqual([{ from: 7, versionOf: 3 }]);
    expect(page.messages.messages.find(({ messageIndex }) => messageIndex === 7)).toMatchObject({
      versionOf: 3,
    });
    expect(await path(user, chatId, 3)).toEqual(['1', '2', '3']);
  });

  it('is no longer the newest path when the older version is continued', async () => {
    const { user, chatId, say } = await given();
    await say('Version', { versionOf: 3 });
    await say('Continued', { continues: 6, path: [[0, 6]] });
    const context = contextOf();
    expect(context).toContain('Stored question 3');
    expect(context).not.toContain('Version');
    expect(await path(user, chatId)).toEqual(['1', '2', '3', 'Continued']);
    expect(await path(user, chatId, 7)).toEqual(['1', 'Version']);
    await say('Third', { versionOf: 7 });
    const { branches } = await pageOf(user, chatId);
    expect(branches).toEqual([
      { from: 7, versionOf: 3 },
      { from: 9, continues: 6 },
      { from: 11, versionOf: 7 },
    ]);
    expect(await path(user, chatId)).toEqual(['1', 'Third']);
  });

  it('is told to the user’s other devices with the branches, and accepted with them', async () => {
    const { user, client, chatId, say } = await given();
    const other = await stack.connect(user);
    await other.flush();
    await say('Version', { versionOf: 3 });
    const branches = [{ from: 7, versionOf: 3 }];
    expect(await other.until('userMessage')).toMatchObject({ data: { chatId, messageIndex: 7, branches } });
    expect(await client.until('accepted')).toMatchObject({ data: { messageIndex: 7, branches } });
  });

  it('may itself be replaced, and stays a version', async () => {
    const { user, chatId, say } = await given();
    await say('Version', { versionOf: 3 });
    await say('Mended', { replaces: 7 });
    const page = await pageOf(user, chatId);
    expect(questionsOf(page)).toEqual(['1', 'Mended']);
    expect(page.branches).toEqual([{ from: 7, versionOf: 3 }]);
    expect(page.messages.messages.find(({ messageIndex }) => messageIndex === 7)).toMatchObject({
      versionOf: 3,
    });
  });

  it('of a message that the chat does not have is refused, and the chat stays usable', async () => {
    const { user, client, chatId, about, say } = await given();
    const far = { ...about, message: 'Far', versionOf: 99 };
    expect(codeOf(await client.call('chat', far))).toBe('message_not_found');
    expect(await stack.usedMessages(user)).toBe(0);
    await say('Next');
    expect(await path(user, chatId)).toEqual(['1', '2', '3', 'Next']);
  });

  it('that also replaces or continues a message is refused, and so is one of a guest', async () => {
    const { client, about } = await given();
    const twice = { ...about, message: 'Twice', versionOf: 3 };
    for (const place of [{ replaces: 5 }, { continues: 4 }])
      expect(codeOf(await client.call('chat', { ...twice, ...place }))).toBe('invalid_request');
    const guest = await stack.connectGuest();
    const opened = dataOf(await guest.call('initChat', { isGuest: true }));
    const { chatId } = ackData.initChat.parse(opened);
    for (const fork of [{ versionOf: 1 }, { continues: 2 }])
      expect(codeOf(await guest.call('chat', { chatId, message: 'Fork', isGuest: true, ...fork }))).toBe(
        'invalid_request',
      );
  });
});

describe('a device that is behind', () => {
  it('continues what its user saw, when the chat has moved to another branch', async () => {
    const { user, chatId, say } = await given();
    await say('Version', { versionOf: 3 });
    await say('From the other device', { after: 6 });
    expect(contextOf()).toContain('Stored question 3');
    expect(await path(user, chatId)).toEqual(['1', '2', '3', 'From the other device']);
    expect(await path(user, chatId, 7)).toEqual(['1', 'Version']);
  });

  it('starts one branch when the answer of the write that adds it is lost', async () => {
    const { user, chatId, say } = await given();
    await say('Version', { versionOf: 3 });
    const lost = strike({ ...CONTINUE, phase: 'after', effect: LOST });
    await say('From the other device', { after: 6 });
    expect(lost.struck).toBe(1);
    const page = await pageOf(user, chatId);
    expect(questionsOf(page)).toEqual(['1', '2', '3', 'From the other device']);
    expect(page.branches).toHaveLength(2);
  });

  it('is refused when the write of the branch fails, which leaves nothing locked or reserved', async () => {
    const { user, client, chatId, about, say } = await given();
    await say('Version', { versionOf: 3 });
    await stack.idle();
    strike({ ...CONTINUE, times: 9, effect: LOST });
    expect(codeOf(await client.call('chat', { ...about, message: 'Lost', after: 6 }))).toBe('internal');
    expect(await stack.usedMessages(user)).toBe(1);
    stack.clearFaults();
    await say('Next', { after: 8 });
    expect(await path(user, chatId)).toEqual(['1', 'Version', 'Next']);
  });
});

describe('a fork', () => {
  it.each([
    ['the lock', LOCK],
    ['the write that ends the turn', RELEASE],
  ])('is stored once when the answer of %s is lost', async (_, write) => {
    const { user, chatId, say } = await given();
    const lost = strike({ ...write, phase: 'after', effect: LOST });
    await say('Version', { versionOf: 3 });
    await stack.idle();
    expect(lost.struck).toBe(1);
    const page = await pageOf(user, chatId);
    expect(page.branches).toEqual([{ from: 7, versionOf: 3 }]);
    expect(questionsOf(page)).toEqual(['1', 'Version']);
    expect(await stack.usedMessages(user)).toBe(1);
  });

  it('is kept when its worker dies after the claim, and its reply is tried again', async () => {
    const { user, chatId, say } = await given();
    stack.replyWith('One ', 'two.');
    stack.killWorkerAtChunk(1, 1);
    await say('Version', { versionOf: 3 });
    await stack.idle();
    const page = await pageOf(user, chatId);
    expect(page.branches).toEqual([{ from: 7, versionOf: 3 }]);
    expect(questionsOf(page)).toEqual(['1', 'Version']);
  });

  it('is kept when no worker can end it: it ends as failed', async () => {
    const { user, client, chatId, about } = await given();
    stack.replyWith('One ', 'two.');
    stack.killWorkerAtChunk(1, 9);
    await client.call('chat', { ...about, message: 'Version', versionOf: 3 });
    await stack.idle();
    const page = await pageOf(user, chatId);
    expect(page.branches).toEqual([{ from: 7, versionOf: 3 }]);
    expect(page.messages.messages.at(-1)).toMatchObject({ messageIndex: 8, status: 'failed' });
  });

  it('is kept when the turn ended, and its worker died before the release: the next message follows it', async () => {
    const { user, client, chatId, about, say } = await given();
    const held = strike({ ...RELEASE, times: 9, effect: { hang: true } });
    client.send('chat', { ...about, message: 'Version', versionOf: 3 });
    await stack.eventually(() => expect(held.struck).toBeGreaterThan(0));
    stack.clearFaults();
    await say('Next');
    await stack.idle();
    const page = await pageOf(user, chatId);
    expect(page.branches).toEqual([{ from: 7, versionOf: 3 }]);
    expect(questionsOf(page)).toEqual(['1', 'Version', 'Next']);
  });

  it('of a call that died before its hand-over is dropped by the next message, and leaves no branch', async () => {
    const { user, client, chatId, about, say } = await given();
    const died = stack.inner.faults.at({
      service: 'lambda',
      caller: CHAT,
      effect: { kill: true, hang: true },
    });
    client.send('chat', { ...about, message: 'Version', versionOf: 3 });
    await stack.eventually(() => expect(died.struck).toBe(1));
    stack.clearFaults();
    stack.moveClock(MINUTE_MS);
    await say('Next');
    const page = await pageOf(user, chatId);
    expect(page.branches).toBeUndefined();
    expect(questionsOf(page)).toEqual(['1', '2', '3', 'Next']);
  });

  it('whose lock has expired is not overwritten: the next message ends its turn first', async () => {
    const { user, chatId, key, say } = await given();
    const { documents, table } = stack.inner.dynamodb;
    const [requestId, now] = [randomUUID(), stack.inner.clock.now()];
    const TableName = table('Chats');
    const pending = {
      requestId,
      call: 'c',
      calls: 1,
      versionOf: 3,
      startedAt: now - 1,
      leaseUntil: 1,
      lockedUntil: 2,
    };
    await documents.send(
      new UpdateCommand({
        ...{ TableName, Key: key },
        UpdateExpression: 'SET pending = :p, pendingIndex = :i, nextIndex = :n, turnVersion = :one',
        ExpressionAttributeValues: { ':p': pending, ':i': 7, ':n': 9, ':one': 1 },
      }),
    );
    await documents.send(
      new PutCommand({
        TableName,
        Item: { ...rowOf(user, chatId, 7), requestId, version: 1, leaseUntil: 1 },
      }),
    );
    await say('Next');
    const page = await pageOf(user, chatId);
    expect(page.branches).toEqual([{ from: 7, versionOf: 3 }]);
    expect(questionsOf(page)).toEqual(['1', 'Late', 'Next']);
  });

  it('that the list does not name is left out of the branches: of the history, of the model’s context, of a share and of the export', async () => {
    const { user, chatId, key, say } = await given();
    const { documents, table } = stack.inner.dynamodb;
    const TableName = table('Chats');
    await documents.send(
      new PutCommand({
        TableName,
        Item: { ...rowOf(user, chatId, 7), status: 'complete', text: 'Late reply' },
      }),
    );
    await documents.send(
      new UpdateCommand({
        ...{ TableName, Key: key },
        UpdateExpression: 'SET nextIndex = :n',
        ExpressionAttributeValues: { ':n': 9 },
      }),
    );
    await say('Next');
    expect(contextOf()).not.toContain('Late');
    expect(await path(user, chatId)).toEqual(['1', '2', '3', 'Next']);
    expect(await exportOf(user)).not.toContain('Late');
    expect((await shareOf(user, chatId)).contents.join()).not.toContain('Late');
  });
});

const rowOf = ({ owner }: TestUser, chatId: string, index: number) => ({
  pk: `CHAT#${owner}#${chatId}`,
  sk: `MSG#${String(index).padStart(8, '0')}`,
  ...{ index, requestId: randomUUID(), userText: 'Late', userAt: new Date(0).toISOString(), text: '' },
  ...{ replyAt: new Date(0).toISOString(), status: 'streaming', model: 'geminitwofive', versionOf: 3 },
});

async function exportOf({ token }: TestUser): Promise<string> {
  const { status, text } = await stack.http('GET', '/api/account/export', { token });
  expect(status).toBe(200);
  return text;
}

async function shareOf({ token }: TestUser, chatId: string, through?: number) {
  const address = `/api/shares/${randomUUID().replaceAll('-', '')}`;
  const body = { chatId, readers: 'members', ...(through !== undefined && { through }) };
  expect((await stack.http('PUT', address, { token, body })).status).toBe(200);
  const read = async () => {
    const { text } = await stack.http('GET', address, { token });
    return http.readShare.response.parse(JSON.parse(text)).messages.map(({ content }) => content);
  };
  const change = (to?: number) =>
    stack.http('POST', `${address}/update`, { token, body: to === undefined ? {} : { through: to } });
  return { contents: await read(), read, change };
}

describe('a chat with 40 branches', () => {
  it('refuses one more, and leaves nothing reserved nor locked', async () => {
    const { user, client, chatId, about, say, key } = await given(50);
    await setBranches(key, 40);
    const more = { ...about, message: 'One more', versionOf: 1 };
    expect(codeOf(await client.call('chat', more))).toBe('too_many_versions');
    expect(await stack.usedMessages(user)).toBe(0);
    expect(await itemOf(key)).not.toHaveProperty('pending');
    expect(codeOf(await client.call('chat', { ...about, message: 'Behind', after: 4 }))).toBe(
      'too_many_versions',
    );
    await say('Next');
    expect((await path(user, chatId)).at(-1)).toBe('Next');
    expect((await pageOf(user, chatId)).branches).toHaveLength(40);
  });

  it.each([
    ['a version', 'the lock', { versionOf: 1 }, LOCK],
    ['a message behind', 'the branch', { after: 4 }, CONTINUE],
  ])('refuses %s also when it is sent again after its call has died with %s', async (_, __, place, write) => {
    const { user, client, about, key } = await given(50);
    await setBranches(key, 40);
    const more = { ...about, message: 'One more', ...place };
    const locked = strike({ ...write, phase: 'after', effect: { kill: true, hang: true } });
    const id = client.send('chat', more);
    await stack.eventually(() => expect(locked.struck).toBe(1));
    stack.clearFaults();
    stack.moveClock(MINUTE_MS);
    const again = await stack.connect(user);
    again.resend('chat', more, id);
    expect(codeOf(await again.ack(id))).toBe('too_many_versions');
    expect(await stack.usedMessages(user)).toBe(0);
    expect(await itemOf(key)).not.toHaveProperty('pending');
  });
});

describe('pages of the history across forks', () => {
  it('have each message of the path once, in both directions', async () => {
    const { user, chatId, say } = await given(40);
    await say('Version', { versionOf: 41 });
    await say('Behind it');
    await say('Deep', { versionOf: 5 });
    await say('Continued', { continues: 84 });
    const expected = [
      ...Array.from({ length: 20 }, (_, n) => String(n + 1)),
      'Version',
      'Behind it',
      'Continued',
    ];
    for (const [through, whole] of [
      ['', expected],
      ['&through=3', expected],
      ['&through=43', Array.from({ length: 40 }, (_, n) => String(n + 1))],
      ['&through=85', ['1', '2', 'Deep']],
    ] as const) {
      const back: string[] = [];
      let page = await pageOf(user, chatId, `?${through.slice(1)}`);
      for (;;) {
        back.unshift(...questionsOf(page));
        if (page.nextCursor === undefined) break;
        page = await pageOf(user, chatId, `?before=${page.nextCursor}${through}`);
      }
      expect(back).toEqual(whole);
      const forth: string[] = [];
      for (let after: string | undefined = '0'; after !== undefined; ) {
        const next: Page = await pageOf(user, chatId, `?after=${after}${through}`);
        forth.push(...questionsOf(next));
        after = next.newerCursor;
      }
      expect(forth).toEqual(whole);
    }
  });
});

describe('what leaves the chat', () => {
  it('a share has the path through the message that its author saw, also when it is updated', async () => {
    const { user, chatId, say } = await given();
    await say('Version', { versionOf: 3 });
    const [newest, older] = [await shareOf(user, chatId), await shareOf(user, chatId, 5)];
    expect(newest.contents).toContain('Version');
    expect(newest.contents).not.toContain('Stored question 3');
    expect(older.contents).toContain('Stored question 3');
    expect(older.contents).not.toContain('Version');
    await say('Continued', { continues: 6 });
    expect((await older.change()).status).toBe(200);
    expect((await older.read()).join()).toMatch(/Stored answer 3.*Continued/);
    expect((await older.change(7)).status).toBe(200);
    expect((await older.read()).join()).toMatch(/Version/);
  });

  it('the export of the account has all versions, and says of what they are versions', async () => {
    const { user, say } = await given();
    await say('Version', { versionOf: 3 });
    const text = await exportOf(user);
    for (const content of ['Stored question 2', 'Stored question 3', 'Version', '"versionOf":3'])
      expect(text).toContain(content);
  });
});
