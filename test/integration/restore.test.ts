/**
 * A table that has lost its rows is restored by the steps of docs/operate.md, "Restoring a table", as they stand there.
 * Then people sign in, read, search, send and sign up as before.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { CreateTableCommand, ListTablesCommand, waitUntilTableExists } from '@aws-sdk/client-dynamodb';
import { BatchWriteCommand, DeleteCommand, PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RESTORABLE } from '../../lambdas/domain/admin/restore-rows-from-backup.ts';
import { ownerPartition } from '../../lambdas/store/owner-keys.ts';
import { tableOfRow } from '../../lambdas/store/table-of-row.ts';
import { givenPerson } from '../support/account-traces.ts';
import { runAws } from '../support/aws-cli.ts';
import { expanded, scriptOf } from '../support/documented-commands.ts';
import { askAs, callAs, givenAdmin, givenEntry } from '../support/operators.ts';
import { opsRows, runOps } from '../support/run-ops.ts';
import { freshEmail, givenInvite, signUp, usesOf } from '../support/sign-up.ts';
import { startTestStack, type TestStack, type TestUser } from '../support/stack.ts';

const page = readFileSync(path.resolve(import.meta.dirname, '../../docs/operate.md'), 'utf8');
const [section = ''] = /^## Restoring a table\n[\s\S]*?(?=^## )/m.exec(page) ?? [];
const { commands, ops } = scriptOf(section);
const flat = section.replaceAll(/\\\n\s*/g, '').replaceAll(/<(\w+)>/g, '$1');
/** Finds a command in the section. The end of its line or word is compared too, as a longer command may begin alike. */
const placeOf = (text: string): number =>
  Math.min(...[`${text}\n`, `${text} `].map((line) => flat.indexOf(line)).filter((at) => at >= 0));
/** Steps in the order of the page. */
const steps = [...commands, ...ops].toSorted((a, b) => placeOf(a.text) - placeOf(b.text));
const MINUTE = 60_000;
const TABLES = Object.keys(RESTORABLE);

const before = getCACertificates('default');
let stack: TestStack;
let values: Record<string, string>;
beforeAll(async () => {
  stack = await startTestStack();
  const { AWS_CA_BUNDLE: bundle = '' } = stack.inner.operator;
  setDefaultCACertificates([...before, readFileSync(bundle, 'utf8')]);
});
afterAll(async () => {
  setDefaultCACertificates(before);
  await stack.close();
});

/** Runs one of the page's steps. Every command must succeed. */
async function run(words: readonly string[]): Promise<void> {
  const filled = words.map((word) => expanded(word, values));
  if (filled[0] === 'aws') await runAws(filled, stack.inner.operator);
  else expect(await runOps(stack, filled.slice(4))).toMatchObject({ code: 0, error: '' });
}
const isStep =
  (...names: readonly string[]) =>
  (step: { readonly text: string }) =>
    names.some((name) => step.text.startsWith(`aws dynamodb ${name}`));
const PREPARE = isStep('update-continuous-backups', 'describe-continuous-backups');

/** Does what the page says before damage to a table, and lets time pass. */
async function prepare(tables: readonly string[]): Promise<string> {
  for (const table of tables) {
    values = { ...stack.inner.outputs, TABLE: stack.inner.outputs[`${table}Table`] ?? '' };
    for (const { words } of steps.filter(PREPARE)) await run(words);
  }
  stack.moveClock(MINUTE);
  const when = new Date(Math.ceil(stack.inner.clock.now() / 1000) * 1000).toISOString();
  stack.moveClock(MINUTE);
  return when;
}

/** Does what the page says after damage to a table, with the table's name in place of Chats. */
async function restore(table: string, when: string): Promise<void> {
  values = { ...stack.inner.outputs, TABLE: stack.inner.outputs[`${table}Table`] ?? '', WHEN: when };
  for (const { words } of steps.filter((step) => !PREPARE(step)))
    await run(words.map((word) => (word === 'Chats' ? table : word)));
}

const rowsOf = async (table: string): Promise<Record<string, unknown>[]> => {
  const { dynamodb } = stack.inner;
  const { Items = [] } = await dynamodb.documents.send(
    new ScanCommand({ TableName: dynamodb.table(table), ConsistentRead: true }),
  );
  return Items;
};

/** Deletes every row of a table, as a script gone wrong does. */
async function loseAll(table: string): Promise<void> {
  const { dynamodb } = stack.inner;
  const rows = await rowsOf(table);
  for (let i = 0; i < rows.length; i += 25) {
    const requests = rows.slice(i, i + 25).map(({ pk, sk }) => ({ DeleteRequest: { Key: { pk, sk } } }));
    await dynamodb.documents.send(
      new BatchWriteCommand({ RequestItems: { [dynamodb.table(table)]: requests } }),
    );
  }
  await settled();
}

async function settled(): Promise<void> {
  await stack.idle();
  await stack.inner.functions.streamsSettled();
}

const found = async ({ email, token }: TestUser, query: string) =>
  JSON.parse(
    (await stack.http('GET', `/api/chats/search?userEmail=${email}&query=${query}`, { token })).text,
  );

it('the page has the steps that this test runs, in this order', () => {
  expect(steps.map(({ words }) => words.slice(0, words[0] === 'aws' ? 3 : 6).join(' '))).toEqual([
    'aws dynamodb update-continuous-backups',
    'aws dynamodb describe-continuous-backups',
    'aws dynamodb restore-table-to-point-in-time',
    'aws dynamodb wait',
    'npm run ops -- tables restore',
    'npm run ops -- tables restore',
    'npm run ops -- search rebuild',
    'aws dynamodb delete-table',
  ]);
});

describe('after all rows of every table were deleted and restored', () => {
  let [ada, left]: TestUser[] = [];
  let [chatId, leftChatId, code, joined, when] = ['', '', '', '', ''];
  let history: unknown;

  beforeAll(async () => {
    [ada, left] = [await stack.givenUser(), await stack.givenUser()];
    const { client, chat } = await stack.givenChat(ada);
    chatId = chat.chatId;
    stack.replyWith('Sourdough wants time.');
    await stack.say(client, ada, chatId, 'How is bread baked?');
    await callAs(stack, ada, 'putPrompt', {
      params: { promptId: randomUUID() },
      body: { name: 'Recipe', text: 'Write a recipe.' },
    });
    client.close();
    const theirs = await stack.givenChat(left);
    leftChatId = theirs.chat.chatId;
    theirs.client.close();
    code = await givenInvite(stack);
    joined = await givenEntry(stack);
    await settled();
    history = await stack.history(ada, chatId);
    when = await prepare(TABLES);
    await callAs(stack, left, 'deleteAccount', { body: { confirmEmail: left.email } });
    await settled();
    for (const table of TABLES) await loseAll(table);
    expect(await stack.chats(ada)).toEqual([]);
    stack.moveClock(10 * MINUTE);
    for (const table of TABLES) await restore(table, when);
    await settled();
  });

  it('the user signs in, and finds chats, messages, search results and saved prompts as they were', async () => {
    const { idToken: token } = await stack.inner.tokensFor(ada?.email ?? '');
    const user = { ...(ada as TestUser), token };
    expect((await stack.chats(user)).map((chat) => chat.chatId)).toEqual([chatId]);
    expect(await stack.history(user, chatId)).toEqual(history);
    expect(await found(user, 'sourdough')).toMatchObject({ chats: [{ chatId }] });
    const { prompts } = await callAs(stack, user, 'getPrompts');
    expect(prompts).toMatchObject([{ name: 'Recipe' }]);
    expect((await rowsOf('Chats')).find(({ sk }) => sk === 'PROMPTS')).toMatchObject({ count: 1 });
  });

  it('a new message is answered and follows the restored ones', async () => {
    const { idToken: token } = await stack.inner.tokensFor(ada?.email ?? '');
    const user = { ...(ada as TestUser), token };
    const client = await stack.connect(user);
    stack.replyWith('Yes.');
    await stack.say(client, user, chatId, 'And rolls?');
    const after = await stack.history(user, chatId);
    expect(after.slice(0, (history as unknown[]).length)).toEqual(history);
    expect(after.slice(-2).map(({ content }) => content)).toEqual(['And rolls?', 'Yes.']);
    client.close();
  });

  it('a restored invitation opens an account, and the waitlist has its restored entry once', async () => {
    const email = freshEmail();
    expect((await signUp(stack, { email, inviteCode: code })).status).toBe(200);
    expect(await usesOf(stack, code)).toMatchObject({ uses: 1, redeemedBy: [email] });
    const admin = await givenAdmin(stack);
    const { entries } = await callAs(stack, admin, 'listWaitlist', { query: { status: 'waiting' } });
    expect(entries.filter((entry) => entry.email === joined)).toHaveLength(1);
  });

  it('an account that was closed after the restored time stays gone', async () => {
    const rows = (await Promise.all(TABLES.filter((name) => name !== 'Audit').map(rowsOf))).flat();
    const text = JSON.stringify(rows);
    expect([left?.owner, leftChatId, left?.email].filter((one) => text.includes(String(one)))).toEqual([]);
  });

  it('each restore of a table is in the audit log', async () => {
    const records = await opsRows(stack, 'audit', 'list');
    expect(records.filter(({ action }) => action === 'table.restore')).toHaveLength(TABLES.length);
  });

  it('no restored table is left, and every table in use is', async () => {
    const { TableNames = [] } = await stack.inner.dynamodb.client.send(new ListTablesCommand({}));
    expect(TableNames.filter((name) => name.endsWith('-restored'))).toEqual([]);
    expect(TableNames).toEqual(
      expect.arrayContaining(TABLES.map((table) => stack.inner.outputs[`${table}Table`])),
    );
  });
});

describe('where a part of the rows is gone', () => {
  const restoreRows = (table: string, from: string, ...more: readonly string[]) =>
    opsRows(stack, 'tables', 'restore', table, '--from', from, ...more);
  async function restoredAt(table: string, when: string): Promise<string> {
    values = { ...stack.inner.outputs, TABLE: stack.inner.outputs[`${table}Table`] ?? '', WHEN: when };
    const [step] = steps.filter(isStep('restore-table-to-point-in-time'));
    await run(step?.words ?? []);
    return `${values.TABLE}-restored`;
  }
  async function loseRows(table: string, isLost: (row: Record<string, unknown>) => boolean): Promise<void> {
    const { documents, table: nameOf } = stack.inner.dynamodb;
    for (const { pk, sk } of (await rowsOf(table)).filter(isLost))
      await documents.send(new DeleteCommand({ TableName: nameOf(table), Key: { pk, sk } }));
    await settled();
  }

  it('messages sent since stay, a share that ended stays closed, and a second restore copies nothing', async () => {
    const user = await stack.givenUser();
    const other = await stack.givenUser();
    const { client, chat } = await stack.givenChat(user);
    const second = await stack.openChat(client, user);
    const theirs = await stack.givenChat(other);
    stack.replyWith('Older.');
    await stack.say(client, user, chat.chatId, 'Said before');
    await callAs(stack, user, 'putPrompt', {
      params: { promptId: randomUUID() },
      body: { name: 'Recipe', text: 'Write a recipe.' },
    });
    const shareId = randomUUID().replaceAll('-', '');
    await callAs(stack, user, 'createShare', {
      params: { shareId },
      body: { chatId: chat.chatId, readers: 'members' },
    });
    const when = await prepare(['Chats']);
    await callAs(stack, user, 'deleteShare', { params: { shareId } });
    stack.replyWith('Newer.');
    await stack.say(client, user, chat.chatId, 'Said since');
    const said = await stack.history(user, chat.chatId);
    await loseRows(
      'Chats',
      ({ sk, chatId }) => sk === `CHAT#${second.chatId}` || chatId === theirs.chat.chatId,
    );
    stack.moveClock(10 * MINUTE);
    const from = await restoredAt('Chats', when);
    const [trial] = await restoreRows('Chats', from, '--dry-run', '--owner', user.owner);
    expect(trial).toMatchObject({ copied: expect.any(Number) });
    expect((await stack.chats(user)).map(({ chatId }) => chatId)).toEqual([chat.chatId]);
    await restoreRows('Chats', from, '--owner', user.owner);
    expect((await stack.chats(user)).map(({ chatId }) => chatId).toSorted()).toEqual(
      [chat.chatId, second.chatId].toSorted(),
    );
    expect(await stack.history(user, chat.chatId)).toEqual(said);
    expect(await stack.chats(other)).toEqual([]);
    await restoreRows('Chats', from);
    expect(await stack.chats(other)).toHaveLength(1);
    const share = await askAs(stack, other, 'readShare', { params: { shareId } });
    expect(share.status).toBe(404);
    // A restore that broke off after it copied a prompt leaves the count of prompts like this.
    const { documents, table } = stack.inner.dynamodb;
    const prompts = { pk: ownerPartition(user.owner), sk: 'PROMPTS' };
    await documents.send(new PutCommand({ TableName: table('Chats'), Item: { ...prompts, count: 0 } }));
    expect(await restoreRows('Chats', from)).toMatchObject([{ copied: 0 }]);
    expect(
      (await rowsOf('Chats')).find(({ pk, sk }) => pk === prompts.pk && sk === prompts.sk),
    ).toMatchObject({
      count: 1,
    });
    for (const one of [client, theirs.client]) one.close();
  });

  it('replies that were started since stay started, and a withdrawn announcement is not shown', async () => {
    const user = await stack.givenUser();
    await opsRows(stack, 'announce', 'set', 'Back at noon');
    await opsRows(stack, 'replies', 'stop');
    const when = await prepare(['Usage']);
    await opsRows(stack, 'replies', 'start');
    await opsRows(stack, 'announce', 'remove');
    stack.moveClock(10 * MINUTE);
    await restoreRows('Usage', await restoredAt('Usage', when));
    expect(await opsRows(stack, 'replies', 'status')).toMatchObject([{ replies: 'written' }]);
    const page = await callAs(stack, user, 'getChats', { query: { userEmail: user.email } });
    expect(page.announcement).toBeUndefined();
  });

  it('an entry of the waitlist that was approved since does not wait again', async () => {
    const [approved, lost] = [await givenEntry(stack), await givenEntry(stack)];
    const when = await prepare(['Waitlist']);
    const admin = await givenAdmin(stack);
    await callAs(stack, admin, 'approveWaitlist', { body: { emails: [approved] } });
    await loseRows('Waitlist', ({ email }) => email === lost);
    stack.moveClock(10 * MINUTE);
    await restoreRows('Waitlist', await restoredAt('Waitlist', when));
    const { entries } = await callAs(stack, admin, 'listWaitlist', { query: { status: 'waiting' } });
    const waiting = entries.map(({ email }) => email);
    expect([waiting.includes(lost), waiting.includes(approved)]).toEqual([true, false]);
  });
});

it.each([
  [['Search', '--from', 'x'], 'not into Search'],
  [['Chats'], '--from is missing'],
])('restoring with %j is refused with a reason', async (words, why) => {
  const { code, error } = await runOps(stack, ['tables', 'restore', ...words]);
  expect([code, error]).toEqual([1, expect.stringContaining(why)]);
});

it('the table in use is not taken for a restored one, nor a name that no table has', async () => {
  const inUse = stack.inner.outputs.ChatsTable ?? '';
  const own = await runOps(stack, ['tables', 'restore', 'Chats', '--from', inUse]);
  expect(own).toMatchObject({ code: 1, error: expect.stringContaining('is the table in use') });
  const unknown = await runOps(stack, ['tables', 'restore', 'Chats', '--from', 'no-such-table']);
  expect(unknown).toMatchObject({ code: 1, error: expect.not.stringMatching(/at .*\.ts:/) });
});

/** Makes a table with the first of `keys` as its partition key and the second as its sort key. */
async function givenTable(
  TableName: string,
  keys: readonly string[],
  rows: readonly object[],
): Promise<string> {
  const { client, documents } = stack.inner.dynamodb;
  await client.send(
    new CreateTableCommand({
      ...{ TableName, BillingMode: 'PAY_PER_REQUEST' },
      AttributeDefinitions: keys.map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
      KeySchema: keys.map((AttributeName, i) => ({ AttributeName, KeyType: i === 0 ? 'HASH' : 'RANGE' })),
    }),
  );
  await waitUntilTableExists({ client, maxWaitTime: 10, minDelay: 1, maxDelay: 1 }, { TableName });
  for (const Item of rows) await documents.send(new PutCommand({ TableName, Item: { ...Item } }));
  return TableName;
}
const restoreFrom = (table: string, from: string, ...more: readonly string[]) =>
  runOps(stack, ['tables', 'restore', table, '--from', from, ...more]);

describe('a table that is no copy of the one to restore', () => {
  it('is refused before the first write and record, also in a trial, and the error names what it has', async () => {
    await givenInvite(stack);
    const { client } = await stack.givenChat(await stack.givenUser());
    client.close();
    const { InvitesTable: invites = '', ChatsTable: chats = '' } = stack.inner.outputs;
    const before = [await rowsOf('Waitlist'), await rowsOf('Usage'), await rowsOf('Audit')];
    for (const more of [[], ['--dry-run']]) {
      expect(await restoreFrom('Waitlist', invites, ...more)).toEqual({
        ...{ code: 1, out: '' },
        error: `${invites} is no copy of Waitlist: it has rows of Invites. Nothing was written.\n`,
      });
      const { code, error } = await restoreFrom('Usage', chats, ...more);
      expect([code, error]).toEqual([1, expect.stringContaining('it has rows of Chats.')]);
    }
    expect((await restoreFrom('Chats', 'no-such-table')).code).toBe(1);
    expect([await rowsOf('Waitlist'), await rowsOf('Usage'), await rowsOf('Audit')]).toEqual(before);
  });

  it('is refused where its keys are not those of the product', async () => {
    const from = await givenTable('orders', ['id'], [{ id: '1' }]);
    expect(await restoreFrom('Chats', from)).toMatchObject({
      code: 1,
      error: 'orders is no copy of Chats: it has rows of no table of the product. Nothing was written.\n',
    });
  });
});

it('a row of another table that a copy holds is left out', async () => {
  const email = freshEmail();
  const from = await givenTable(
    'waitlist-copy',
    ['pk', 'sk'],
    [
      { pk: 'WAITLIST', sk: email, email, joinedAt: '2026-01-01T00:00:00.000Z', status: 'waiting' },
      { pk: 'INVITE#AAAA-BBBB-CCCC', sk: 'INVITE', code: 'AAAA-BBBB-CCCC' },
    ],
  );
  const counts = await opsRows(stack, 'tables', 'restore', 'Waitlist', '--from', from);
  expect(counts).toMatchObject([{ copied: 1, left: 1 }]);
  const keys = (await rowsOf('Waitlist')).map(({ pk }) => String(pk));
  expect(keys.filter((pk) => !pk.startsWith('WAITLIST'))).toEqual([]);
});

it('each row that the product writes is known as a row of its table', async () => {
  await givenPerson(stack);
  for (const name of [...TABLES, 'Connections', 'Search'])
    expect((await rowsOf(name)).filter((row) => tableOfRow(row) !== name)).toEqual([]);
});

it.each([
  ['Chats', 'no-such-user', 'That user does not exist.'],
  ['Chats', '', 'That user does not exist.'],
  ['Waitlist', 'some-user', '--owner is for Chats, Subscriptions, Usage: rows of Waitlist name no owner.'],
])('restoring %s with --owner "%s" is refused before it is recorded', async (table, owner, why) => {
  const rows = [
    { pk: 'OWNER#x', sk: 'META' },
    { pk: 'WAITLIST', sk: 'x@example.com' },
  ];
  const from = await givenTable(`copy-${randomUUID()}`, ['pk', 'sk'], rows);
  const before = await rowsOf('Audit');
  expect(await restoreFrom(table, from, '--owner', owner)).toEqual({ code: 1, out: '', error: `${why}\n` });
  expect(await rowsOf('Audit')).toEqual(before);
});
