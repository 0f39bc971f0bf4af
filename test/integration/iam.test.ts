/** The local stack enforces the templates' roles: a call without its permission fails (docs/safety.md 36). */
import { randomUUID } from 'node:crypto';
import { afterEach, expect, it } from 'vitest';
import { everything } from '../support/account-traces.ts';
import { givenFile } from '../support/given-files.ts';
import { codeOf } from '../support/socket-client.ts';
import { startTestStack, type TestStack, type TestUser } from '../support/stack.ts';

let stack: TestStack;
afterEach(() => stack.close());

it.each([
  ['FunctionsChatRole', 'dynamodb:UpdateItem'],
  ['FunctionsChatRole', 'dynamodb:Query'],
  ['FunctionsChatRole', 'lambda:InvokeFunction'],
])('%s without %s is denied, and the user reads a plain error', async (name, action) => {
  stack = await startTestStack({ withoutPermission: { function: name, action } });
  const user = await stack.givenUser();
  const { client, chat } = await stack.givenChat(user);
  const ack = await client.call('chat', { chatId: chat.chatId, message: 'Hello', userEmail: user.email });
  expect(codeOf(ack)).toBe('internal');
  expect(stack.functionLogs().join('\n')).toMatch(/AccessDenied/);
});

it('a reply worker without the model permission fails the turn', async () => {
  stack = await startTestStack({
    withoutPermission: { function: 'RepliesReplyRole', action: 'bedrock:InvokeModelWithResponseStream' },
  });
  stack.inner.iam.revoke('RepliesReplyRole', 'bedrock-mantle:CreateInference');
  const user = await stack.givenUser();
  const { client, chat } = await stack.givenChat(user);
  const ack = await client.call('chat', { chatId: chat.chatId, message: 'Hello', userEmail: user.email });
  expect(codeOf(ack)).toBe('reply_failed');
  expect(stack.functionLogs().join('\n')).toMatch(/AccessDenied/);
});

it('a reply worker without the right to read files fails a turn with one, and asks no model', async () => {
  stack = await startTestStack({
    withoutPermission: { function: 'RepliesReplyRole', action: 's3:GetObject' },
  });
  const user = await stack.givenUser();
  const { client, chat } = await stack.givenChat(user);
  const data = { chatId: chat.chatId, message: 'Look', userEmail: user.email };
  const ack = await client.call('chat', { ...data, files: [await givenFile(stack, user)] });
  expect(codeOf(ack)).toBe('reply_failed');
  expect(stack.modelCalls()).toBe(0);
  expect(stack.functionLogs().join('\n')).toMatch(/AccessDenied/);
});

interface Given {
  readonly user: TestUser;
  /** Chat with one turn. */
  readonly chatId: string;
  readonly projectId: string;
  /** Share of the chat. */
  readonly shareId: string;
}
type Call = readonly [method: string, path: string, body?: object];

const newShare = ({ chatId }: Given): Call => {
  const shareId = randomUUID().replaceAll('-', '');
  return ['PUT', `shares/${shareId}`, { chatId, readers: 'members' }];
};
const newProject = (): Call => ['POST', 'projects', { projectId: randomUUID(), name: 'Trip' }];
const moveIn = ({ chatId, projectId }: Given): Call => ['PUT', `chats/${chatId}/project`, { projectId }];
const importOne = (): Call => {
  const at = '2024-05-06T07:08:09.000Z';
  const notice = { kind: 'welcome', text: 'From elsewhere', replyAt: at };
  const turns = [notice, { userText: 'One', userAt: at, text: 'Two', replyAt: at }];
  const chat = { chatId: randomUUID(), name: 'Old', createdAt: at, from: 0, isLast: true, turns };
  return ['POST', 'import/chats', { chats: [chat] }];
};

async function givenAll(): Promise<Given> {
  const user = await stack.givenUser();
  const { client, chat } = await stack.givenChat(user);
  await stack.say(client, user, chat.chatId, 'What is a parley?');
  const given = {
    user,
    chatId: chat.chatId,
    projectId: randomUUID(),
    shareId: randomUUID().replaceAll('-', ''),
  };
  const { chatId, projectId, shareId } = given;
  expect((await ask(user, 'POST', 'projects', { projectId, name: 'House' })).status).toBe(200);
  expect((await ask(user, 'PUT', `shares/${shareId}`, { chatId, readers: 'anyone' })).status).toBe(200);
  await stack.idle();
  await stack.inner.functions.streamsSettled();
  return given;
}

async function ask({ token }: TestUser, ...[method, path, body]: Call) {
  const { status, text } = await stack.http(method, `/api/${path}`, { token, body });
  return { status, body: JSON.parse(text) };
}

/** Items of chats, projects and shares. */
const stored = async () => [...(await everything(stack))].filter(([key]) => key.startsWith('Chats'));

it.each<[role: string, action: string, what: string, call: (given: Given) => Call]>([
  ['ProjectsApiRole', 'dynamodb:PutItem', 'creates a project', newProject],
  ['ProjectsApiRole', 'dynamodb:UpdateItem', 'creates a project', newProject],
  ['ProjectsApiRole', 'dynamodb:ConditionCheckItem', 'moves a chat', moveIn],
  [
    'ProjectsApiRole',
    'dynamodb:DeleteItem',
    'deletes a project',
    ({ projectId }) => ['DELETE', `projects/${projectId}`],
  ],
  ['SharingApiRole', 'dynamodb:PutItem', 'shares a chat', newShare],
  ['SharingApiRole', 'dynamodb:UpdateItem', 'shares a chat', newShare],
  [
    'SharingApiRole',
    'dynamodb:PutItem',
    'updates a share',
    ({ shareId }) => ['POST', `shares/${shareId}/update`, {}],
  ],
  ['SharingApiRole', 'dynamodb:DeleteItem', 'ends a share', ({ shareId }) => ['DELETE', `shares/${shareId}`]],
  ['SharingPublicRole', 'dynamodb:GetItem', 'reads a share', ({ shareId }) => ['GET', `shared/${shareId}`]],
  [
    'SharingPublicRole',
    'dynamodb:UpdateItem',
    'counts its readers',
    ({ shareId }) => ['GET', `shared/${shareId}`],
  ],
  ['ImportApiRole', 'dynamodb:PutItem', 'imports a chat', importOne],
  ['ImportApiRole', 'dynamodb:UpdateItem', 'imports a chat', importOne],
])('%s without %s, which %s, fails with a plain error and changes nothing', async (role, action, _, call) => {
  stack = await startTestStack();
  const given = await givenAll();
  const before = await stored();
  stack.inner.iam.revoke(role, action);
  const { status, body } = await ask(given.user, ...call(given));
  expect([status, body.code]).toEqual([500, 'internal']);
  await stack.idle();
  await stack.inner.functions.streamsSettled();
  expect(await stored()).toEqual(before);
  expect(stack.inner.iam.denied).toMatchObject([{ action }]);
});
