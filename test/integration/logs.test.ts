/** No log line holds private data, for any call and any failure (docs/safety.md 34). */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { http } from '#contract/http-calls';
import { ask } from '../support/https-request.ts';
import { RawClient } from '../support/raw-socket-client.ts';
import { SOCKET } from '../support/route-access.ts';
import { freshAddress } from '../support/sign-up.ts';
import { startTestStack, type TestStack, type TestUser } from '../support/stack.ts';
import { addressOf, CALLS, fieldsOf, type ValidCall, validCall } from '../support/valid-calls.ts';

const CANARY = 'canary5f2e';
/** Text with which AWS refuses an input. It quotes the input. */
const QUOTING = `1 validation error detected: Value '${CANARY}' at 'key.member' failed to satisfy constraint`;

let stack: TestStack;
let user: TestUser;
let admin: TestUser;
let chatId: string;
beforeAll(async () => {
  stack = await startTestStack();
  admin = await stack.givenUser({ groups: ['admins'] });
});
beforeEach(() => givenUserWithChat());
afterAll(() => stack.close());

/** Makes a new user, because the calls of a test end the sessions of the user before. */
async function givenUserWithChat(): Promise<void> {
  user = await stack.givenUser();
  const { client, chat } = await stack.givenChat(user);
  chatId = chat.chatId;
  client.drop();
}

async function expectNothingPrivate(): Promise<void> {
  await stack.idle();
  await stack.inner.functions.streamsSettled();
  const private_ = [CANARY, user.email, admin.email, user.token, user.token.slice(-40), chatId];
  const lines = stack.functionLogs().filter((line) => private_.some((text) => line.includes(text)));
  expect(lines).toEqual([]);
}
const events = () => new Set(stack.functionLogs().map((line) => /"event":"([^"]+)"/.exec(line)?.[1]));

type Part = 'params' | 'query' | 'body';

/** Sends the good request of a call, with one field replaced by `value`. */
function send(good: ValidCall, change?: { part: Part; field: string; value: string }) {
  const { call, body } = good;
  const changed = (part: Part) => (change?.part === part ? { [change.field]: change.value } : {});
  const encoded = (part: 'params' | 'query') =>
    Object.fromEntries(
      Object.entries({ ...good[part], ...changed(part) }).map(([name, text]) => [
        name,
        encodeURIComponent(text),
      ]),
    );
  const { token } = good.for === 'admin' ? admin : user;
  return ask(stack.urls.site + addressOf(call, encoded('params'), encoded('query')), http[call].method, {
    ...(body && { body: { ...body, ...changed('body') } }),
    ...(good.for === 'public' ? { localAddress: freshAddress() } : { token }),
  });
}

/** Calls after which the user's other calls would be refused. They come last. */
const ENDING = ['logOut', 'setUserEnabled'];
/** All but the end of the account, which would end the test. */
const calls = () =>
  [...CALLS.filter((call) => !ENDING.includes(call)), ...CALLS.filter((call) => ENDING.includes(call))]
    .filter((call) => call !== 'deleteAccount')
    .map((call) => validCall(call, user, chatId));

describe('the HTTP API', () => {
  it('logs no field of any call', async () => {
    for (const good of calls())
      for (const part of ['params', 'query', 'body'] as const)
        for (const field of fieldsOf(good.call, part))
          await send(good, { part, field, value: `${CANARY} ${field}` });
    await expectNothingPrivate();
    expect(events()).toContain('request refused');
  });

  it('logs nothing of what a service quotes when it fails', async () => {
    for (const service of ['dynamodb', 'cognito', 'ses'] as const) {
      await givenUserWithChat();
      const fail = { code: 'ValidationException', message: `${QUOTING}; ${user.email} failed the check` };
      stack.inner.faults.at({ service, times: Number.MAX_SAFE_INTEGER, effect: { fail } });
      for (const good of calls()) await send(good);
      stack.clearFaults();
    }
    await expectNothingPrivate();
    expect(stack.functionLogs().join()).toContain('validation error detected');
    expect(events()).toContain('mail not sent');
  });
});

describe('the socket', () => {
  it('logs no field of any event', async () => {
    stack.replyWith(`${CANARY} reply`);
    // Each frame has a connection of its own: the third invalid one on a connection closes it.
    const tell = async (frame: object) => {
      const client = await RawClient.open(stack, user.token);
      await client.ask(JSON.stringify(frame));
      client.close();
    };
    for (const [action, dataOf] of Object.entries(SOCKET)) {
      const data = dataOf(user, chatId);
      for (const field of Object.keys(data)) {
        const changed = { ...data, [field]: `${CANARY} ${field}` };
        await tell({ action, id: randomUUID(), data: changed });
      }
      await tell({ action, id: `${CANARY}-id`, data: CANARY });
    }
    await expectNothingPrivate();
    expect(events()).toContain('socket event refused');
    expect(events()).toContain('reply ended');
  });

  it('logs nothing of what a model quotes when it fails', async () => {
    const client = await stack.connect(user);
    const say = () => client.call('chat', { chatId, message: `${CANARY} prompt`, userEmail: user.email });
    stack.replyWith(new Error('ValidationException', { cause: QUOTING }));
    await say();
    stack.replyWith(`${CANARY} reply`, new Error('ModelStreamErrorException', { cause: QUOTING }));
    await say();
    client.drop();
    await expectNothingPrivate();
    expect(events()).toContain('model did not answer');
    expect(events()).toContain('model failed');
  });

  it('logs nothing of a token that it refuses', async () => {
    const claims = JSON.parse(Buffer.from(user.token.split('.')[1] ?? '', 'base64url').toString());
    const pool = String(claims.iss).split('/').at(-1) ?? '';
    const sign = (change: object) => stack.inner.signToken(pool, { ...claims, ...change });
    const half = Buffer.from(CANARY).toString('base64url');
    const tokens = [
      CANARY,
      `${half}.${half}.${half}`,
      sign({ aud: CANARY }),
      sign({ iss: CANARY }),
      sign({ exp: 1 }),
    ];
    for (const token of tokens) await expect(stack.connect({ token })).rejects.toThrow('refused: 403');
    await expectNothingPrivate();
    expect(events()).toContain('connection refused');
  });
});
