/** Importing chats (decision 0126): what is stored, repeated, cut short, limited, found again and deleted. */
import { randomUUID } from 'node:crypto';
import { DeleteCommand, GetCommand, PutCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { strToU8, zipSync } from 'fflate';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Message } from '#contract/entities';
import { type HttpResponse, http } from '#contract/http-calls';
import type { ImportedPart, ImportedTurn } from '#contract/import';
import { PINNED_CHATS_MAX } from '#contract/limits';
import { DEFAULT_ALLOWANCES } from '../../lib/config-defaults.ts';
import type { StepRule } from '../../local/faults/faults.ts';
import { INDEX_SHARE, sizeOf } from '../../web/src/features/import/estimate-messages-and-write-units.ts';
import { LeftOut } from '../../web/src/features/import/formats/left-out-counts.ts';
import { readChats } from '../../web/src/features/import/formats/read-chats.ts';
import { Packer, partsOf } from '../../web/src/features/import/request-packing.ts';
import { codeOf, dataOf } from '../support/socket-client.ts';
import { startTestStack, type TestStack, type TestUser } from '../support/stack.ts';

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack();
});
afterEach(() => stack.clearFaults());
afterAll(() => stack.close());

const CALLER = 'ImportApi';
const PER_DAY = DEFAULT_ALLOWANCES.free.importedMessagesPerDay ?? expect.fail('no imports in the free plan');
const AT = '2024-05-06T07:08:09.000Z';

const turn = (userText: string, text = `About ${userText}`): ImportedTurn => ({
  ...{ userText, userAt: AT, text, replyAt: AT, model: 'gpt-4o' },
});
const NOTICE: ImportedTurn = { kind: 'welcome', text: 'From elsewhere', replyAt: AT };
function part(turns: readonly ImportedTurn[], some: Partial<ImportedPart> = {}): ImportedPart {
  const chatId = `018f4c5a-${randomUUID().slice(9, 13)}-8${randomUUID().slice(15)}`;
  return {
    chatId,
    name: 'Brought along',
    createdAt: AT,
    from: 0,
    isLast: true,
    turns: [NOTICE, ...turns],
    ...some,
  };
}

const call = async ({ token }: TestUser, path: string, body: unknown) => {
  const { status, text } = await stack.http('POST', `/api/import/${path}`, { token, body });
  return { status, body: JSON.parse(text) };
};
const send = (user: TestUser, ...chats: readonly ImportedPart[]) => call(user, 'chats', { chats });
async function outcomes(user: TestUser, ...chats: readonly ImportedPart[]): Promise<string[]> {
  const { status, body } = await send(user, ...chats);
  expect(status).toBe(200);
  return http.importChats.response.parse(body).chats.map(({ outcome }) => outcome);
}
async function check(user: TestUser, ...chatIds: readonly string[]) {
  const { status, body } = await call(user, 'check', { chatIds });
  expect(status).toBe(200);
  return http.checkImport.response.parse(body);
}
async function history(user: TestUser, chatId: string): Promise<Message[]> {
  const path = `/api/chats/getChatHistory/${chatId}`;
  const { status, text } = await stack.http('GET', path, { token: user.token });
  const messages =
    status === 200 ? http.getChatHistory.response.parse(JSON.parse(text)).messages.messages : [];
  return messages.filter(({ isWelcome }) => !isWelcome);
}
const contents = async (user: TestUser, chatId: string) =>
  (await history(user, chatId)).map(({ content }) => content);

const chatKey = ({ owner }: TestUser, chatId: string) => ({ pk: `OWNER#${owner}`, sk: `CHAT#${chatId}` });
async function itemOf(user: TestUser, chatId: string): Promise<Record<string, unknown> | undefined> {
  const { documents, table } = stack.inner.dynamodb;
  const Key = chatKey(user, chatId);
  return (await documents.send(new GetCommand({ TableName: table('Chats'), Key }))).Item;
}
async function turnCount({ owner }: TestUser, chatId: string): Promise<number> {
  const { documents, table } = stack.inner.dynamodb;
  const { Items = [] } = await documents.send(
    new QueryCommand({
      TableName: table('Chats'),
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': `CHAT#${owner}#${chatId}` },
    }),
  );
  return Items.length;
}

const strike = (action: string, text: string, effect: StepRule['effect'], some: Partial<StepRule> = {}) =>
  stack.inner.faults.at({
    ...{ service: 'dynamodb', caller: CALLER, action, effect },
    ...{ about: (request: string) => request.includes(text), ...some },
  });
const LOST = { fail: { code: 'InternalServerError', status: 500 } } as const;

describe('an imported chat', () => {
  it('is in the list by its date, with its messages, and other devices are told', async () => {
    const user = await stack.givenUser();
    const { client, chat: newer } = await stack.givenChat(user);
    const old = part([turn('one'), { text: 'Alone', replyAt: AT }, turn('two')]);
    expect(await outcomes(user, old)).toEqual(['imported']);
    await client.until('chatsImported');
    expect((await stack.chats(user)).map(({ chatId }) => chatId)).toEqual([newer.chatId, old.chatId]);
    const messages = await history(user, old.chatId);
    expect(messages.map(({ messageIndex, role, content }) => [messageIndex, role, content])).toEqual([
      [1, 'user', 'one'],
      [2, 'assistant', 'About one'],
      [3, 'assistant', 'Alone'],
      [4, 'user', 'two'],
      [5, 'assistant', 'About two'],
    ]);
    expect(messages[1]).toMatchObject({ createdAt: AT, model: 'gpt-4o', status: 'complete' });
  });

  it('has a reply without a question that can be rated, unlike its notice', async () => {
    const user = await stack.givenUser();
    const client = await stack.connect(user);
    const other = await stack.connect(user);
    const { chatId } = part([]);
    const alone = part([{ text: 'Alone', replyAt: AT }, turn('one')], { chatId });
    await outcomes(user, alone);
    const rate = (messageIndex: number, rating: { liked: boolean; disliked?: boolean }) =>
      client.call('likeMessage', { chatId, messageIndex, userEmail: user.email, ...rating });
    dataOf(await rate(1, { liked: true }));
    expect((await other.until('messageLiked')).data).toEqual({ chatId, messageIndex: 1, liked: true });
    expect((await history(user, chatId))[0]).toMatchObject({ content: 'Alone', liked: true });
    dataOf(await rate(1, { liked: false, disliked: true }));
    expect((await history(user, chatId))[0]).toMatchObject({ liked: false, disliked: true });
    dataOf(await rate(3, { liked: true }));
    expect((await history(user, chatId))[2]).toMatchObject({ content: 'About one', liked: true });
    for (const index of [0, 2]) expect(codeOf(await rate(index, { liked: true }))).toBe('message_not_found');
    expect((await history(user, chatId)).filter(({ liked }) => liked)).toHaveLength(1);
  });

  it('has U+FFFD in place of each half of a surrogate pair, in its texts, model, reason and name', async () => {
    const user = await stack.givenUser();
    const halved = { ...turn('Ask \ud83d', '\udc4b reply'), model: 'gpt\ud83d', reason: '\udc4b chosen' };
    const chat = part([halved], { name: 'Name \ud83d' });
    expect(await outcomes(user, chat)).toEqual(['imported']);
    expect(await stack.chats(user)).toMatchObject([{ name: 'Name \ufffd' }]);
    expect(await history(user, chat.chatId)).toMatchObject([
      { content: 'Ask \ufffd' },
      { content: '\ufffd reply', model: 'gpt\ufffd', reason: '\ufffd chosen' },
    ]);
  });

  it('can be continued: the model gets its messages, and the last reply can be generated again', async () => {
    const user = await stack.givenUser();
    const imported = part([turn('My cat is called Miso.')]);
    await outcomes(user, imported);
    const client = await stack.connect(user);
    const data = { chatId: imported.chatId, userEmail: user.email };
    stack.replyWith('Miso.');
    dataOf(await client.call('chat', { ...data, message: 'What is it called?' }));
    expect(JSON.stringify(stack.lastModelCall()?.messages)).toContain('My cat is called Miso.');
    await stack.idle();
    expect(await contents(user, imported.chatId)).toEqual([
      ...['My cat is called Miso.', 'About My cat is called Miso.', 'What is it called?', 'Miso.'],
    ]);
    const another = part([turn('Say it again')]);
    await outcomes(user, another);
    stack.replyWith('Better.');
    const again = { ...data, chatId: another.chatId, message: 'Say it again', replaces: 1 };
    dataOf(await client.call('chat', again));
    await stack.idle();
    expect(await contents(user, another.chatId)).toEqual(['Say it again', 'Better.']);
  });

  it('is found by its name and its words, exported, archived as in the source, and not usage', async () => {
    const user = await stack.givenUser();
    const chat = part([turn('quinces in syrup')], { name: 'Larder' });
    const archived = part([turn('medlars')], { isArchived: true });
    expect(await outcomes(user, chat, archived)).toEqual(['imported', 'imported']);
    const found = async (query: string) => {
      const path = `/api/chats/search?userEmail=${user.email}&query=${query}`;
      const { text } = await stack.http('GET', path, { token: user.token });
      return http.searchChats.response.parse(JSON.parse(text)).chats.map(({ chatId }) => chatId);
    };
    await stack.idle();
    await stack.inner.functions.streamsSettled();
    expect(await found('quinces')).toEqual([chat.chatId]);
    expect(await found('larder')).toEqual([chat.chatId]);
    expect(await found('medlars')).toEqual([archived.chatId]);
    expect((await stack.chats(user)).map(({ chatId }) => chatId)).toEqual([chat.chatId]);
    const { token } = user;
    const exported: HttpResponse<'exportAccount'> = http.exportAccount.response.parse(
      JSON.parse((await stack.http('GET', '/api/account/export', { token })).text),
    );
    expect(exported.chats.flatMap(({ messages }) => messages.map(({ content }) => content)).sort()).toEqual([
      ...['About medlars', 'About quinces in syrup', NOTICE.text, NOTICE.text, 'medlars', 'quinces in syrup'],
    ]);
    expect(exported.account?.usage).toEqual([]);
  });

  it('counts as used today, so that retention does not remove what is old', async () => {
    const user = await stack.givenUser();
    const old = part([turn('long ago')]);
    const before = Date.now();
    await outcomes(user, old);
    const item = await itemOf(user, old.chatId);
    expect(Date.parse(String(item?.updatedAt))).toBeGreaterThanOrEqual(before);
    expect([item?.importing, item?.deletedAt, item?.ttl]).toEqual([undefined, undefined, undefined]);
  });
});

describe('a repeated import', () => {
  it('changes nothing, counts nothing, and tells which chats are there', async () => {
    const user = await stack.givenUser();
    const [one, two] = [part([turn('one')]), part([turn('two'), turn('three')])];
    expect(await check(user, one.chatId, two.chatId)).toEqual({ there: [], perDay: PER_DAY, left: PER_DAY });
    await outcomes(user, one, two);
    const left = PER_DAY - 6;
    expect(await check(user, one.chatId, two.chatId)).toEqual({
      ...{ there: expect.arrayContaining([one.chatId, two.chatId]), perDay: PER_DAY, left },
    });
    await stack.idle();
    const changed = { ...two, name: 'Other', turns: [NOTICE, turn('other'), turn('texts')] };
    expect(await outcomes(user, one, changed)).toEqual(['there', 'there']);
    expect(await contents(user, two.chatId)).toEqual(['two', 'About two', 'three', 'About three']);
    expect((await check(user)).left).toBe(left);
  });

  it('of a deleted chat restores it, and of an expired chat changes nothing until it is removed', async () => {
    const user = await stack.givenUser();
    const chat = part([turn('one')]);
    await outcomes(user, chat);
    await stack.http('DELETE', `/api/chats/${chat.chatId}`, { token: user.token });
    expect((await check(user, chat.chatId)).there).toEqual([]);
    expect(await outcomes(user, chat)).toEqual(['restored']);
    expect(await contents(user, chat.chatId)).toEqual(['one', 'About one']);
    const { documents, table } = stack.inner.dynamodb;
    await documents.send(
      new UpdateCommand({
        TableName: table('Chats'),
        Key: chatKey(user, chat.chatId),
        UpdateExpression: 'SET deletedAt = :at, #ttl = :past',
        ExpressionAttributeNames: { '#ttl': 'ttl' },
        ExpressionAttributeValues: { ':at': AT, ':past': Math.floor(Date.now() / 1000) - 60 },
      }),
    );
    expect(await outcomes(user, chat)).toEqual(['leaving']);
    await documents.send(new DeleteCommand({ TableName: table('Chats'), Key: chatKey(user, chat.chatId) }));
    await stack.eventually(async () => expect(await turnCount(user, chat.chatId)).toBe(0));
    expect(await outcomes(user, chat)).toEqual(['imported']);
  });

  it('of a deleted pinned chat restores its pin, unless other chats have reached the limit', async () => {
    const user = await stack.givenUser();
    const { token } = user;
    const chats = Array.from({ length: PINNED_CHATS_MAX + 1 }, (_, i) => part([turn(`${i}`)]));
    const [pinned, extra] = [chats.slice(0, -1), chats.slice(-1)];
    await outcomes(user, ...chats);
    const pin = (some: readonly ImportedPart[]) =>
      Promise.all(
        some.map(async ({ chatId }) => {
          const body = { pinned: true };
          expect((await stack.http('PUT', `/api/chats/${chatId}/pinned`, { token, body })).status).toBe(200);
        }),
      );
    await pin(pinned);
    const [first = expect.fail()] = pinned;
    const path = `/api/chats/${first.chatId}`;
    await stack.http('DELETE', path, { token });
    expect(await outcomes(user, first)).toEqual(['restored']);
    expect(await itemOf(user, first.chatId)).toHaveProperty('pinnedAt');
    await stack.http('DELETE', path, { token });
    await pin(extra);
    expect(await outcomes(user, first)).toEqual(['restored']);
    expect(await itemOf(user, first.chatId)).not.toHaveProperty('pinnedAt');
  });

  it.each([
    ['the first write of the chat', 'PutItem', 'importing'],
    ['the write of a turn', 'PutItem', 'userText'],
    ['the last write of the chat', 'UpdateItem', 'REMOVE importing'],
  ])('after %s lost its answer ends in the same chat', async (_, action, text) => {
    const user = await stack.givenUser();
    const chat = part([turn('one'), turn('two')]);
    strike(action, text, LOST, { phase: 'after', times: 1 });
    expect(await outcomes(user, chat)).toEqual(['imported']);
    expect(await contents(user, chat.chatId)).toEqual(['one', 'About one', 'two', 'About two']);
    expect(await outcomes(user, chat)).toEqual(['there']);
  });

  it.each([
    ['before the first write of the chat', 'PutItem', 'importing', {}],
    ['after the first write of the chat', 'PutItem', 'importing', { phase: 'after' as const }],
    ['before a turn', 'PutItem', '"two"', {}],
    ['after a turn', 'PutItem', '"two"', { phase: 'after' as const }],
    ['before the last write', 'UpdateItem', 'REMOVE importing', {}],
  ])('after a crash %s finishes the chat, which was hidden before', async (_, action, text, some) => {
    const user = await stack.givenUser();
    const chat = part([turn('one'), turn('two')]);
    strike(action, text, { kill: true, hang: true }, { times: 1, ...some });
    expect((await send(user, chat)).status).toBeGreaterThanOrEqual(500);
    expect(await stack.chats(user)).toEqual([]);
    expect(await history(user, chat.chatId)).toEqual([]);
    stack.clearFaults();
    expect(await outcomes(user, chat)).toEqual(['imported']);
    expect(await contents(user, chat.chatId)).toEqual(['one', 'About one', 'two', 'About two']);
  });

  it('at the same time on two devices stores each chat once', async () => {
    const user = await stack.givenUser();
    const chats = Array.from({ length: 5 }, (_, n) => part([turn(`one ${n}`), turn(`two ${n}`)]));
    const both = await Promise.all([outcomes(user, ...chats), outcomes(user, ...chats)]);
    for (const outcome of both.flat()) expect(['imported', 'there']).toContain(outcome);
    expect(await stack.chats(user)).toHaveLength(5);
    for (const { chatId } of chats) expect(await turnCount(user, chatId)).toBe(3);
  });
});

describe('an import', () => {
  /** Calls `run` before a write of the next import, which has already read that there is no such chat. */
  const meanwhile = (text: string, run: () => Promise<unknown>) =>
    strike('PutItem', text, { run: async () => void (await run()) }, { times: 1 });
  const rename = ({ token }: TestUser, chatId: string) =>
    stack.http('PUT', `/api/chats/${chatId}/name`, { token, body: { newName: 'Renamed' } });

  it('that another import overtakes before its first write leaves the chat as its user has it', async () => {
    const user = await stack.givenUser();
    const chat = part([turn('one')]);
    const other = meanwhile('importing', async () => {
      expect(await outcomes(user, chat)).toEqual(['imported']);
      expect((await rename(user, chat.chatId)).status).toBe(200);
    });
    expect(await outcomes(user, chat)).toEqual(['there']);
    expect(other.struck).toBe(1);
    expect(await stack.chats(user)).toMatchObject([{ chatId: chat.chatId, name: 'Renamed' }]);
    expect(await contents(user, chat.chatId)).toEqual(['one', 'About one']);
  });

  it('that another import overtakes before its turn leaves what its user has said since', async () => {
    const user = await stack.givenUser();
    const client = await stack.connect(user);
    const chat = part([turn('one')]);
    const other = meanwhile('"one"', async () => {
      expect(await outcomes(user, chat)).toEqual(['imported']);
      stack.replyWith('Two it is.');
      const edit = { chatId: chat.chatId, userEmail: user.email, message: 'two', replaces: 1 };
      dataOf(await client.call('chat', edit));
      await stack.idle();
    });
    expect(await outcomes(user, chat)).toEqual(['imported']);
    expect(other.struck).toBe(1);
    expect(await contents(user, chat.chatId)).toEqual(['two', 'Two it is.']);
  });
});

describe('a chat in parts', () => {
  const parts = (chat: ImportedPart): [ImportedPart, ImportedPart, ImportedPart] => [
    { ...chat, turns: [NOTICE, turn('one'), turn('two')], isLast: false },
    { ...chat, from: 5, turns: [turn('three')], isLast: false },
    { ...chat, from: 7, turns: [turn('four')], isLast: true },
  ];

  it('is there with its last part, and a repeated part changes nothing', async () => {
    const user = await stack.givenUser();
    const [first, second, last] = parts(part([]));
    expect(await outcomes(user, first)).toEqual(['started']);
    expect(await stack.chats(user)).toEqual([]);
    expect(await outcomes(user, second)).toEqual(['started']);
    expect(await outcomes(user, first)).toEqual(['started']);
    expect(await outcomes(user, last)).toEqual(['imported']);
    expect(await history(user, last.chatId)).toHaveLength(8);
  });

  it('whose earlier part is missing is refused, and nothing stays', async () => {
    const user = await stack.givenUser();
    const [first, , last] = parts(part([]));
    const refused = { status: 409, body: { code: 'import_part_missing' } };
    expect(await send(user, last)).toMatchObject(refused);
    expect(await turnCount(user, last.chatId)).toBe(0);
    await outcomes(user, first);
    expect(await send(user, last)).toMatchObject(refused);
    expect(await stack.chats(user)).toEqual([]);
  });

  it('cannot be restored like a deleted chat before its last part, which still completes it', async () => {
    const user = await stack.givenUser();
    const [first, second, last] = parts(part([]));
    await outcomes(user, first);
    const path = `/api/chats/${first.chatId}/restore`;
    const restored = await stack.http('POST', path, { token: user.token });
    expect(JSON.parse(restored.text)).toMatchObject({ code: 'chat_not_found' });
    expect(await stack.chats(user)).toEqual([]);
    expect(await outcomes(user, second)).toEqual(['started']);
    expect(await outcomes(user, last)).toEqual(['imported']);
    expect(await history(user, last.chatId)).toHaveLength(8);
    expect(await itemOf(user, last.chatId)).not.toHaveProperty('importing');
  });

  it('that is never finished goes with its turns when it expires', async () => {
    const user = await stack.givenUser();
    const [first] = parts(part([]));
    await outcomes(user, first);
    const item = await itemOf(user, first.chatId);
    expect(Number(item?.ttl)).toBeLessThanOrEqual(Date.now() / 1000 + 24 * 3600);
    const { documents, table } = stack.inner.dynamodb;
    await documents.send(
      new UpdateCommand({
        TableName: table('Chats'),
        Key: chatKey(user, first.chatId),
        UpdateExpression: 'SET #ttl = :past',
        ExpressionAttributeNames: { '#ttl': 'ttl' },
        ExpressionAttributeValues: { ':past': Math.floor(Date.now() / 1000) - 60 },
      }),
    );
    expect(await outcomes(user, first)).toEqual(['leaving']);
    // As DynamoDB removes what has expired.
    await documents.send(new DeleteCommand({ TableName: table('Chats'), Key: chatKey(user, first.chatId) }));
    await stack.eventually(async () => expect(await turnCount(user, first.chatId)).toBe(0));
  });
});

it('1,000 chats of an export are imported with exact counts, for about the estimated write units', async () => {
  const user = await stack.givenUser();
  const node = (id: string, parent: string | null, role: string, text: string) => ({
    ...{ id, parent, children: [] },
    message: {
      author: { role },
      create_time: 1_700_000_000.5,
      content: { content_type: 'text', parts: [text] },
    },
  });
  const conversations = Array.from({ length: 1_000 }, (_, n) => ({
    ...{ id: `c-${n}`, title: `Chat ${n}`, create_time: 1_700_000_000 + n, current_node: 'c' },
    mapping: {
      a: node('a', null, 'system', 'System'),
      b: node('b', 'a', 'user', `Question ${n}`),
      c: node('c', 'b', 'assistant', `Answer ${n}`),
      d: node('d', 'b', 'assistant', 'Another answer'),
    },
  }));
  const zip = zipSync({ 'conversations.json': strToU8(JSON.stringify(conversations)) });
  const left = new LeftOut();
  const words = { notice: () => 'From elsewhere', unnamed: 'Imported' };
  const packer = new Packer();
  const requests: ImportedPart[][] = [];
  let estimate = 0;
  for await (const chat of readChats(new Blob([zip]), { left, words, fileAt: 0, now: Date.now() })) {
    estimate += sizeOf(chat).units;
    for (const one of partsOf(chat))
      requests.push(...[packer.add(one) ?? []].filter(({ length }) => length > 0));
  }
  requests.push(packer.take() ?? []);
  stack.inner.dynamodb.resetStats();
  for (const request of requests) await outcomes(user, ...request);
  await stack.idle();
  await stack.inner.functions.streamsSettled();
  const { writeUnits } = stack.inner.dynamodb.stats();
  expect(left.counts).toEqual({ system: 1_000, otherBranch: 1_000 });
  expect(requests).toHaveLength(20);
  expect(await check(user)).toEqual({ there: [], perDay: PER_DAY, left: PER_DAY - 2_000 });
  const all = requests.flat();
  expect(new Set(all.map(({ chatId }) => chatId)).size).toBe(1_000);
  const oldest = all[0] ?? expect.fail('no chat');
  expect(await contents(user, oldest.chatId)).toEqual(['Question 0', 'Answer 0']);
  for (const request of requests)
    expect(await outcomes(user, ...request)).toEqual(request.map(() => 'there'));
  const shown = estimate * (1 + INDEX_SHARE);
  expect(writeUnits).toBeGreaterThan(shown * 0.8);
  expect(writeUnits).toBeLessThan(shown * 1.2);
}, 120_000);

it('a chat of our own export keeps its texts, times, models, ratings and outcomes in another account', async () => {
  const user = await stack.givenUser();
  const { client, chat } = await stack.givenChat(user);
  const { chatId } = chat;
  const { token } = user;
  for (const [question, reply] of [
    ['مرحبا 👋🏽', '**Hello** ✅'],
    ['Second line\n\n```js\n1 < 2\n```', new Error('the model broke off')],
    ['Third', 'Not good'],
  ] as const) {
    stack.replyWith(reply);
    await stack.say(client, user, chatId, question).catch(() => undefined);
    await stack.idle();
  }
  const said = await history(user, chatId);
  const rate = (content: string, rating: { liked: boolean; disliked?: boolean }) => {
    const { messageIndex } = said.find((one) => one.content === content) ?? expect.fail(content);
    return client.call('likeMessage', { chatId, messageIndex, userEmail: user.email, ...rating });
  };
  await rate('**Hello** ✅', { liked: true });
  await rate('Not good', { liked: false, disliked: true });
  const { text } = await stack.http('GET', '/api/account/export', { token });
  const { account, chats } = http.exportAccount.response.parse(JSON.parse(text));
  const before = await history(user, chatId);
  expect(before.map(({ status }) => status)).toContain('failed');

  const other = await stack.givenUser();
  const zip = zipSync({ 'account.json': strToU8(JSON.stringify({ account, chats })) });
  const left = new LeftOut();
  const words = { notice: () => 'unused', unnamed: 'unused' };
  const parts: ImportedPart[] = [];
  for await (const one of readChats(new Blob([zip]), { left, words, fileAt: 0, now: Date.now() }))
    parts.push(...partsOf(one));
  expect(left.counts).toEqual({});
  expect(await outcomes(other, ...parts)).toEqual(['imported']);
  const [imported] = await stack.chats(other);
  expect(imported).toMatchObject({ name: chats[0]?.name });
  expect(await history(other, imported?.chatId ?? '')).toEqual(before);
});

describe('limits', () => {
  const useUp = async (user: TestUser, count: number) => {
    const { documents, table } = stack.inner.dynamodb;
    const day = `${new Date().toISOString().slice(0, 10)}T00:00:00.000Z`;
    const key = { pk: `OWNER#${user.owner}`, sk: `LIMIT#imports#${day}` };
    await documents.send(new PutCommand({ TableName: table('Usage'), Item: { ...key, count } }));
  };

  it('a day’s messages are counted before anything is written; a long one counts once for each 4 KB', async () => {
    const user = await stack.givenUser();
    await outcomes(user, part([turn('x'.repeat(9_000), 'short')]));
    expect((await check(user)).left).toBe(PER_DAY - 4);
    await useUp(user, PER_DAY);
    const chat = part([turn('one')]);
    expect(await send(user, chat)).toMatchObject({ status: 429, body: { code: 'import_limit_reached' } });
    expect(await itemOf(user, chat.chatId)).toBeUndefined();
    expect((await check(user)).left).toBe(0);
  });

  it.each([
    ['too much text at once', [part(Array.from({ length: 10 }, () => turn('x'.repeat(95_000))))]],
    ['a reply of more bytes than a reply may have', [part([turn('one', 'é'.repeat(160_000))])]],
    ['a turn that no item holds', [part([turn('x'.repeat(200_000), 'y'.repeat(200_000))])]],
    ['a chat whose first place is not a notice', [part([], { turns: [turn('one')] })]],
    ['a notice in the place of another message', [part([turn('one'), NOTICE])]],
    ['the id of a temporary chat', [part([turn('one')], { chatId: `temp-${randomUUID()}` })]],
    ['the id of a guest’s chat', [part([turn('one')], { chatId: 'f'.repeat(32) })]],
    ['a chat twice', [part([turn('one')], { chatId: '018f4c5a-0000-8000-8000-000000000000' })]],
  ])('%s is refused', async (what, chats) => {
    const user = await stack.givenUser();
    const sent = what === 'a chat twice' ? [...chats, ...chats] : chats;
    expect(await send(user, ...sent)).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
  });
});
