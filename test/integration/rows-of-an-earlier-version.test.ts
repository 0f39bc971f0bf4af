/**
 * Runs today's code on data that an earlier version of the product has stored. `rows-of-an-earlier-version.json` holds
 * every row that the earlier version wrote while users chatted, liked, edited, deleted, signed up and were cut off
 * in a reply. Rows written by hand would repeat what today's code believes about old shapes.
 */

import { PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { http } from '#contract/http-calls';
import { tracesOf } from '../support/account-traces.ts';
import { askAs, callAs, givenAdmin } from '../support/operators.ts';
import stored from '../support/rows-of-an-earlier-version.json' with { type: 'json' };
import { opsRows, runOps } from '../support/run-ops.ts';
import { freshEmail, signUp, usesOf } from '../support/sign-up.ts';
import { dataOf, type SocketClient } from '../support/socket-client.ts';
import { startTestStack, type TestStack, type TestUser } from '../support/stack.ts';

const HOUR = 60 * 60_000;
const { chats: ids, code } = stored;
let stack: TestStack;
/** Time by the stack's clock before it was set to the time of the rows, in milliseconds. */
let startedAt: number;
let ada: TestUser;
let client: SocketClient;

beforeAll(async () => {
  stack = await startTestStack();
  startedAt = stack.inner.clock.now();
  // An hour after the rows, so that rows that are kept for a day have not expired.
  stack.moveClock(stored.at + HOUR - stack.inner.clock.now());
  const [email, password] = ['ada@example.com', 'correct horse battery staple'];
  const owner = await stack.inner.createUser(email, password, { name: 'Ada' });
  await load(owner);
  const { idToken: token, accessToken } = await stack.inner.tokensFor(email);
  ada = { owner, email, password, token, accessToken };
  client = await stack.connect(ada);
});
afterAll(() => stack.close());

/** Puts the rows into the tables, with the id that the user pool of this stack gave the user. */
async function load(owner: string): Promise<void> {
  const { documents, table } = stack.inner.dynamodb;
  for (const [name, rows] of Object.entries(stored.tables))
    for (const row of rows) {
      const named = JSON.parse(JSON.stringify(row).replaceAll('{ada}', owner), (_, value) =>
        typeof value?.B === 'string' ? { B: Buffer.from(value.B, 'base64') } : value,
      );
      await documents.send(new PutCommand({ TableName: table(name), Item: unmarshall(named) }));
    }
  await settled();
}

/** Waits until the streams, and the functions that they start, are idle. */
async function settled(): Promise<void> {
  await stack.idle();
  await stack.inner.functions.streamsSettled();
  await stack.idle();
}
const say = async (chatId: string, message: string, reply: string) => {
  stack.replyWith(reply);
  return stack.say(client, ada, chatId, message);
};
const contents = async (chatId: string) => (await stack.history(ada, chatId)).map(({ content }) => content);
async function found(query: string) {
  const { text } = await stack.http('GET', `/api/chats/search?userEmail=${ada.email}&query=${query}`, ada);
  return http.searchChats.response.parse(JSON.parse(text));
}

it('the list has the chats that were not deleted, newest use first, with their names', async () => {
  expect((await stack.chats(ada)).map(({ chatId, name }) => [chatId, name])).toEqual([
    [ids.cut, 'Chat 4'],
    [ids.long, 'Chat 2'],
    [ids.bread, 'Bread 🍞'],
  ]);
});

it('a chat is read with its welcome, edited message, like, thanks and models', async () => {
  expect(await stack.history(ada, ids.bread)).toMatchObject([
    { isWelcome: true },
    { role: 'user', content: 'How do I bake sourdough?' },
    { role: 'assistant', content: expect.stringContaining('| day | step |'), liked: true, model: 'chatgpt' },
    { role: 'user', content: 'And spelt, please?' },
    { role: 'assistant', content: 'Spelt is mild.', status: 'complete' },
    { isExtra: true },
  ]);
});

it('a long chat is read page by page to its beginning', async () => {
  const seen: string[] = [];
  let before: string | undefined;
  do {
    const query = before === undefined ? {} : { before };
    const page = await callAs(stack, ada, 'getChatHistory', { params: { chatId: ids.long }, query });
    seen.unshift(...page.messages.messages.map(({ content }) => content));
    before = page.nextCursor;
  } while (before !== undefined);
  expect(seen).toHaveLength(61);
  expect(seen.slice(1, 3)).toEqual(['Question 1 about the harbour', 'Answer 1: the lighthouse blinks.']);
});

it('old messages and names are found, also after the index was built again', async () => {
  const find = async () => {
    expect((await found('sourdough')).chats.map(({ chatId }) => chatId)).toEqual([ids.bread]);
    expect((await found('lighthouse')).chats.map(({ chatId }) => chatId)).toEqual([ids.long]);
    expect((await found('rye')).chats).toEqual([]);
    expect((await found('bread')).chats).toMatchObject([{ chatId: ids.bread }]);
  };
  await find();
  expect(await runOps(stack, ['search', 'rebuild'])).toMatchObject({ code: 0 });
  await find();
});

it('a message in an old chat is answered, and the model is given what was said before', async () => {
  await say(ids.bread, 'And emmer?', 'Emmer is nutty.');
  expect((await contents(ids.bread)).slice(-2)).toEqual(['And emmer?', 'Emmer is nutty.']);
  expect(JSON.stringify(stack.lastModelCall())).toContain('How do I bake sourdough?');
  await settled();
  expect((await found('emmer')).chats).toMatchObject([{ chatId: ids.bread }]);
});

it('a reply that the old code left unfinished shows what was stored, and the chat takes new messages', async () => {
  expect(await contents(ids.cut)).toContain('Is the tide coming?');
  await say(ids.cut, 'Tell me again', 'It is.');
  expect((await contents(ids.cut)).slice(-2)).toEqual(['Tell me again', 'It is.']);
});

it('a chat that the old code had deleted can be restored within its day', async () => {
  await callAs(stack, ada, 'restoreChat', { params: { chatId: ids.gone } });
  expect(await contents(ids.gone)).toContain('Gladly.');
});

it('old chats can be pinned, archived, moved into a project, and liked', async () => {
  const chatId = ids.long;
  await callAs(stack, ada, 'setChatPinned', { params: { chatId }, body: { pinned: true } });
  const { projectId } = await callAs(stack, ada, 'createProject', {
    body: { projectId: '00000000-0000-4000-8000-000000000001', name: 'Sea' },
  });
  await callAs(stack, ada, 'setChatProject', { params: { chatId }, body: { projectId } });
  await callAs(stack, ada, 'setChatArchived', { params: { chatId: ids.gone }, body: { archived: true } });
  dataOf(await client.call('likeMessage', { chatId, messageIndex: 60, liked: true, userEmail: ada.email }));
  const { pinned = [] } = await callAs(stack, ada, 'getChats', { query: { userEmail: ada.email } });
  expect(pinned).toMatchObject([{ chatId, projectId }]);
  expect((await stack.history(ada, chatId)).slice(-2)).toMatchObject([{ liked: true }, { isExtra: true }]);
});

it('the plan is the one that was bought, and the day counts what was sent', async () => {
  const status = await callAs(stack, ada, 'getSubscriptionStatus', { params: { email: ada.email } });
  expect(status).toMatchObject({ tier: 'paid', active: true, planType: 'yearly' });
  expect(await stack.usedMessages(ada)).toBe(37);
  const usage = await callAs(stack, ada, 'getUsage', { query: { userEmail: ada.email } });
  expect(JSON.stringify(usage)).toContain('chatgpt');
});

it('a guest’s chat is claimed with its messages', async () => {
  const claimed = await callAs(stack, ada, 'claimGuestChat', { body: { guestChatId: ids.guest } });
  expect(await contents(claimed.chatId)).toContain('Welcome aboard.');
});

it('old invitations open accounts, and operators read the old waitlist, invitations and audit log', async () => {
  const email = freshEmail();
  expect((await signUp(stack, { email, inviteCode: code })).status).toBe(200);
  expect((await usesOf(stack, code)).redeemedBy).toEqual(['invited@example.com', email]);
  const admin = await givenAdmin(stack);
  const { entries } = await callAs(stack, admin, 'listWaitlist', { query: { status: 'waiting' } });
  expect(entries).toMatchObject([{ email: 'waits@example.com' }]);
  await callAs(stack, admin, 'approveWaitlist', { body: { emails: ['waits@example.com'] } });
  expect((await opsRows(stack, 'invites', 'list')).length).toBeGreaterThan(3);
  const actions = (await opsRows(stack, 'audit', 'list')).map(({ action }) => action);
  expect(actions).toEqual(['waitlist.approve', 'invite.create', 'waitlist.approve']);
});

it('the export has every chat with all that was said', async () => {
  const pages: unknown[] = [];
  let cursor: string | undefined;
  do {
    const page = await callAs(stack, ada, 'exportAccount', { query: cursor === undefined ? {} : { cursor } });
    pages.push(page);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  const text = JSON.stringify(pages);
  for (const said of ['sourdough', 'Question 30', 'Forget this', 'Emmer is nutty', 'Welcome aboard'])
    expect(text).toContain(said);
});

it('closing the account leaves nothing of the old rows', async () => {
  const { status } = await askAs(stack, ada, 'deleteAccount', { body: { confirmEmail: ada.email } });
  expect(status).toBe(200);
  await settled();
  // The hourly job, due an hour after the stack's start, finishes a deletion whose first run is an hour old.
  stack.moveClock(Math.max(0, startedAt - stack.inner.clock.now()) + HOUR + 1_000);
  await stack.idle();
  await stack.eventually(async () => expect(await tracesOf(stack, ada)).toEqual([]));
  const { dynamodb } = stack.inner;
  const { Items } = await dynamodb.documents.send(new ScanCommand({ TableName: dynamodb.table('Chats') }));
  expect(JSON.stringify(Items)).not.toContain('sourdough');
});
