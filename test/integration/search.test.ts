/** Search over the real local stack: what a user says is found soon after, by its owner alone. */
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { promisify } from 'node:util';
import { CreateTableCommand, DeleteTableCommand } from '@aws-sdk/client-dynamodb';
import { BatchWriteCommand, PutCommand, QueryCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { SearchResult } from '#contract/entities';
import { http } from '#contract/http-calls';
import { opsRows, runOps, runOpsWithClosedOutput } from '../support/run-ops.ts';
import { codeOf } from '../support/socket-client.ts';
import { startTestStack, type TestStack, type TestUser } from '../support/stack.ts';

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack();
});
afterAll(() => stack.close());
afterEach(() => stack.clearFaults());

const ask = ({ email, token }: TestUser, query: string) =>
  stack.http('GET', `/api/chats/search?userEmail=${email}&query=${encodeURIComponent(query)}`, { token });

async function search(user: TestUser, query: string): Promise<SearchResult> {
  const answer = await ask(user, query);
  if (answer.status !== 200) throw new Error(answer.text);
  return http.searchChats.response.parse(JSON.parse(answer.text));
}

/** Waits until everything that was written is indexed. */
async function indexed(): Promise<void> {
  await stack.idle();
  await stack.inner.functions.streamsSettled();
}

async function givenTurn(message: string, reply: string) {
  const user = await stack.givenUser();
  const { client, chat } = await stack.givenChat(user);
  stack.replyWith(reply);
  await stack.say(client, user, chat.chatId, message);
  await indexed();
  return { user, client, chatId: chat.chatId };
}

const contents = ({ messages }: SearchResult) => messages.map(({ content }) => content);

describe('a message that was sent', () => {
  it('is found by its words, and so is its reply, newest first (docs/spec.md 7.1: merged per chat) [S3.search.1 S7.search.1]', async () => {
    const { user, chatId } = await givenTurn('How do I bake sourdough?', 'Sourdough wants time and flour.');
    const result = await search(user, 'sourdough');
    expect(result.chats).toMatchObject([{ chatId, name: 'Chat 1', matchedMessages: ['2', '1'] }]);
    expect(result.messages).toMatchObject([
      {
        chatId,
        messageId: '2',
        role: 'assistant',
        content: 'Sourdough wants time and flour.',
        matches: [[0, 9]],
      },
      { chatId, messageId: '1', role: 'user', content: 'How do I bake sourdough?', matches: [[14, 23]] },
    ]);
    expect(result.hasMore).toBeUndefined();
  });

  it.each([
    ['the beginning of a word', 'croiss', 'Un croissant à Besançon'],
    ['another case and no accents', 'BESANCON', 'Un croissant à Besançon'],
    ['accents that the text has not', 'bésançon', 'Besancon by train'],
    ['several words in any order', 'train besancon', 'Besancon by train'],
    ['characters without spaces between words', '東京', '昨日東京へ行った'],
    ['one such character', '京', '昨日東京へ行った'],
    ['letters of another alphabet', 'привет', 'Ну, ПРИВЕТ!'],
    ['a pictograph', '🎉', 'Done 🎉 at last'],
  ])('is found by %s', async (_, query, message) => {
    const { user } = await givenTurn(message, 'Noted.');
    expect(contents(await search(user, query))).toEqual([message]);
  });

  it('is not found by words of which it holds only some, nor by the inside of a word', async () => {
    const { user } = await givenTurn('Besancon by train', 'Noted.');
    for (const query of ['besancon plane', 'rain', '???'])
      expect(await search(user, query)).toEqual({ chats: [], messages: [] });
  });

  it('is not found across a message and its reply: all words must be in one', async () => {
    const { user } = await givenTurn('alpha question', 'beta answer');
    expect((await search(user, 'alpha answer')).chats).toEqual([]);
  });

  it('is not found by another user', async () => {
    const { user } = await givenTurn('My private marmalade', 'A private reply.');
    const other = await stack.givenUser();
    expect(await search(other, 'marmalade')).toEqual({ chats: [], messages: [] });
    const { status } = await stack.http('GET', `/api/chats/search?userEmail=${user.email}&query=marmalade`, {
      token: other.token,
    });
    expect(status).toBe(403);
  });
});

describe("a chat's name", () => {
  it('is found, also after a rename, and then no longer by its old name', async () => {
    const { user, chatId } = await givenTurn('Hello', 'Hi.');
    expect((await search(user, 'chat')).chats).toMatchObject([
      { chatId, matchedMessages: [], nameMatches: [[0, 4]] },
    ]);
    await stack.http('PUT', `/api/chats/${chatId}/name`, {
      token: user.token,
      body: { newName: 'Marzipan plans' },
    });
    await indexed();
    expect((await search(user, 'marzi')).chats).toMatchObject([
      { chatId, name: 'Marzipan plans', nameMatches: [[0, 5]] },
    ]);
    expect((await search(user, 'chat')).chats).toEqual([]);
  });
});

describe('what was changed', () => {
  it('a message that took the place of another is found, the other no longer', async () => {
    const { user, client, chatId } = await givenTurn('A purple elephant', 'Elephants are grey.');
    stack.replyWith('Giraffes are tall.');
    await client.call('chat', { chatId, message: 'A giraffe', userEmail: user.email, replaces: 1 });
    await indexed();
    expect((await search(user, 'elephant')).chats).toEqual([]);
    expect(contents(await search(user, 'giraffe'))).toEqual(['Giraffes are tall.', 'A giraffe']);
  });

  it('a deleted chat is not found, and found again when it is restored', async () => {
    const { user, chatId } = await givenTurn('A purple elephant', 'Elephants are grey.');
    await stack.http('DELETE', `/api/chats/${chatId}`, { token: user.token });
    expect(await search(user, 'elephant')).toEqual({ chats: [], messages: [] });
    await stack.http('POST', `/api/chats/${chatId}/restore`, { token: user.token });
    await indexed();
    expect((await search(user, 'elephant')).messages).toHaveLength(2);
  });
});

describe('what is not searched for', () => {
  it('the welcome message, and anything of guests', async () => {
    const { user } = await givenTurn('Hello', 'Hi.');
    expect((await search(user, 'welcome')).messages).toEqual([]);
    const guest = await stack.connectGuest();
    expect(codeOf(await guest.call('initChat', { userEmail: user.email }))).toBe('forbidden');
    expect(
      (await stack.http('GET', `/api/chats/search?userEmail=${user.email}&query=hello`, {})).status,
    ).toBe(401);
  });

  it('an empty query', async () => {
    const user = await stack.givenUser();
    const answer = await ask(user, '  ');
    expect([answer.status, JSON.parse(answer.text).field]).toEqual([400, 'query']);
  });
});

describe('a database that fails', () => {
  it('the search is an error and works when tried again; the log has no word of the query', async () => {
    const { user } = await givenTurn('The quixotic windmill', 'Noted.');
    stack.throttleDatabase(1, 100);
    expect((await ask(user, 'quixotic')).status).toBe(500);
    stack.clearFaults();
    expect(contents(await search(user, 'quixotic'))).toEqual(['The quixotic windmill']);
    expect(stack.functionLogs().filter((line) => line.includes('quixotic'))).toEqual([]);
  });

  it('indexing is tried again until it succeeds, and the reply does not wait for it', async () => {
    const user = await stack.givenUser();
    const { client, chat } = await stack.givenChat(user);
    await indexed();
    stack.replyWith('Noted.');
    stack.inner.faults.at({
      service: 'dynamodb',
      caller: 'SearchIndex',
      nth: 1,
      times: 6,
      effect: { fail: { code: 'ThrottlingException', message: 'Rate exceeded' } },
    });
    await stack.say(client, user, chat.chatId, 'An obstinate walnut');
    await stack.eventually(async () =>
      expect(contents(await search(user, 'walnut'))).toEqual(['An obstinate walnut']),
    );
  });
});

describe('merges', () => {
  it('come by themselves; then everything is found in segments, nothing lost, nothing twice', async () => {
    const user = await stack.givenUser();
    const { chat } = await stack.givenChat(user);
    const merges = () => stack.functionLogs().filter((line) => line.includes('search index merged')).length;
    const before = merges();
    let turns = 0;
    // One turn in sixteen starts a check of the index, and which one depends on the chat's random id. The merge can
    // come with the 63rd turn, because the chat's name is a row as well.
    for (; merges() === before && turns < 500; turns++) {
      await putTurn(user, chat.chatId, 2 * turns + 1, `Numbered remark n${1000 + turns}`);
      await indexed();
    }
    expect(turns).toBeGreaterThan(60);
    const fromSixty = Array.from({ length: turns - 60 }, (_, i) => 60 + i);
    for (const i of [0, 17, ...fromSixty])
      expect(contents(await search(user, `remark n${1000 + i}`))).toEqual([`Numbered remark n${1000 + i}`]);
  });

  /** Stores what a turn leaves in the table. */
  async function putTurn({ owner }: TestUser, chatId: string, index: number, userText: string) {
    const at = new Date().toISOString();
    const key = { pk: `CHAT#${owner}#${chatId}`, sk: `MSG#${String(index).padStart(8, '0')}` };
    const turn = { index, userText, userAt: at, text: 'Noted.', replyAt: at, status: 'complete' };
    const { documents, table } = stack.inner.dynamodb;
    await documents.send(new PutCommand({ TableName: table('Chats'), Item: { ...key, ...turn } }));
  }
});

describe('npm run ops -- search rebuild', () => {
  const ROOT = path.resolve(import.meta.dirname, '../..');

  async function rebuild(...args: string[]): Promise<string> {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['bin/ops.ts', 'search', 'rebuild', ...args],
      {
        cwd: ROOT,
        env: {
          ...process.env,
          ...stack.inner.operator,
        },
      },
    );
    return stdout;
  }

  async function loseIndex(): Promise<void> {
    const { documents, table } = stack.inner.dynamodb;
    const TableName = table('Search');
    const { Items = [] } = await documents.send(new ScanCommand({ TableName }));
    for (let i = 0; i < Items.length; i += 25) {
      const requests = Items.slice(i, i + 25).map(({ pk, sk }) => ({ DeleteRequest: { Key: { pk, sk } } }));
      await documents.send(new BatchWriteCommand({ RequestItems: { [TableName]: requests } }));
    }
  }

  it('finds all that was found before the index was lost, and takes in what is said afterwards', async () => {
    const { user, client, chatId } = await givenTurn('A lost umbrella', 'Umbrellas get lost.');
    await stack.fillChat(user, (await stack.openChat(client, user)).chatId, 60);
    const before = await search(user, 'umbrella');
    expect(before.messages).toHaveLength(2);
    await loseIndex();
    expect((await search(user, 'umbrella')).messages).toEqual([]);
    const told = JSON.parse(await rebuild('--owner', user.owner, '--json'));
    expect(told).toMatchObject({ owner: user.owner, texts: 63 });
    expect(await search(user, 'umbrella')).toEqual(before);
    expect(contents(await search(user, 'stored question 57'))).toEqual(['Stored question 57']);
    stack.replyWith('Noted.');
    await stack.say(client, user, chatId, 'Umbrella found');
    await indexed();
    expect(contents(await search(user, 'umbrella found'))).toEqual(['Umbrella found']);
    await rebuild();
    expect((await search(user, 'umbrella')).messages).toHaveLength(3);
  });

  it.each(['parley-dev', 'parley-dev-data', 'parley-dev-app'])(
    'finds the tables by the name --stack %s',
    async (name) => {
      const { user } = await givenTurn('A lost umbrella', 'Umbrellas get lost.');
      const told = await rebuild('--owner', user.owner, '--json', '--stack', name);
      expect(JSON.parse(told)).toMatchObject({ owner: user.owner });
    },
  );

  it('rebuilds every user also where the reader of its output has closed it', async () => {
    const found = [await givenTurn('A lost umbrella', 'Lost.'), await givenTurn('A lost glove', 'Lost.')];
    await loseIndex();
    expect(await runOpsWithClosedOutput(stack, ['search', 'rebuild'])).toEqual({ code: 0, error: '' });
    for (const { user } of found) expect((await search(user, 'lost')).messages).toHaveLength(2);
  });

  it.each(['ada@example.com', randomUUID(), 'guest:x', ''])(
    'refuses an owner that has neither chats nor an index: "%s"',
    async (owner) => {
      expect(await runOps(stack, ['search', 'rebuild', '--owner', owner])).toEqual({
        ...{ code: 1, out: '' },
        error: `There are no chats and no index of "${owner}": --owner is the id of a user, as users list shows it.\n`,
      });
    },
  );

  it.each([
    ['--search-table', 'Audit', 'Search'],
    ['--chats-table', 'Audit', 'Chats'],
  ])('refuses a table of other rows as %s, and writes nothing into it', async (option, wrong, wanted) => {
    await opsRows(stack, 'invites', 'create');
    const { documents, table } = stack.inner.dynamodb;
    const rows = () => documents.send(new ScanCommand({ TableName: table(wrong) }));
    const before = (await rows()).Items;
    expect(await runOps(stack, ['search', 'rebuild', option, table(wrong)])).toEqual({
      ...{ code: 1, out: '' },
      error: `${table(wrong)} is no table of ${wanted}: it has rows of ${wrong}.\n`,
    });
    expect((await rows()).Items).toEqual(before);
  });

  it('removes the index of a user who has no chats any more', async () => {
    const owner = randomUUID();
    const { documents, table } = stack.inner.dynamodb;
    const rows = [
      { pk: `1#OWNER#${owner}#1`, sk: '0000#left#0', data: new Uint8Array([0]), writtenAt: 1 },
      { pk: `1#OWNER#${owner}#TEXT`, sk: 'file#0', data: new Uint8Array([0]) },
    ];
    for (const row of rows) {
      await documents.send(new PutCommand({ TableName: table('Search'), Item: row }));
      expect(await runOps(stack, ['search', 'rebuild', '--owner', owner])).toMatchObject({ code: 0 });
      const { Items } = await documents.send(
        new QueryCommand({
          ...{ TableName: table('Search'), KeyConditionExpression: 'pk = :pk' },
          ExpressionAttributeValues: { ':pk': row.pk },
        }),
      );
      expect(Items).toEqual([]);
    }
  });

  it('reads the table in use when another one remains of an earlier deployment', async () => {
    const { user } = await givenTurn('A lost umbrella', 'Umbrellas get lost.');
    const { client } = stack.inner.dynamodb;
    const TableName = 'parley-dev-data-Chats00000000-retained';
    await client.send(
      new CreateTableCommand({
        TableName,
        BillingMode: 'PAY_PER_REQUEST',
        AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
        KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
      }),
    );
    const told = await rebuild('--owner', user.owner, '--json');
    await client.send(new DeleteTableCommand({ TableName }));
    expect(JSON.parse(told)).toMatchObject({ owner: user.owner, texts: 2 });
  });
});
