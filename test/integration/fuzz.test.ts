/**
 * Hostile input on every route (docs/safety.md 40): each field of the contract's calls takes each hostile value, and
 * each body is replaced. Whatever comes, the answer is the contract's: a result, or a 4xx with a code of its own.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorBody } from '#contract/error-codes';
import { type HttpCall, http } from '#contract/http-calls';
import { ALL_ERRORS } from '#contract/server-worded-errors';
import { HOSTILE_BODIES, HOSTILE_VALUES, inAddress } from '../support/hostile-input.ts';
import { ask, type HttpAnswer } from '../support/https-request.ts';
import { freshAddress, givenInvite } from '../support/sign-up.ts';
import { startTestStack, type TestStack, type TestUser } from '../support/stack.ts';
import { addressOf, CALLS, fieldsOf, type ValidCall, validCall } from '../support/valid-calls.ts';

let stack: TestStack;
let inviteCode: string;
beforeAll(async () => {
  stack = await startTestStack();
  inviteCode = await givenInvite(stack, { maxUses: 500 });
});
afterAll(() => stack.close());

interface Attack {
  readonly name: string;
  readonly part: 'params' | 'query' | 'body';
  readonly path: string;
  readonly text?: string | Buffer;
}

const encoded = (fields: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, encodeURIComponent(value)]));

const goodRequest = ({ call, params, query, body }: ValidCall): Pick<Attack, 'path' | 'text'> => ({
  path: addressOf(call, encoded(params), encoded(query)),
  ...(body !== undefined && { text: JSON.stringify(body) }),
});

/** Every hostile value in every field of the call, then every hostile body. */
function attacksOn({ call, ...good }: ValidCall): Attack[] {
  const params = encoded(good.params);
  const query = encoded(good.query);
  const text = good.body && JSON.stringify(good.body);
  const path = addressOf(call, params, query);
  const attacks: Attack[] = [];
  const add = (part: Attack['part'], name: string, at: string, body: string | Buffer | undefined = text) =>
    attacks.push({ part, name, path: at, ...(body !== undefined && { text: body }) });
  for (const [kind, json] of Object.entries(HOSTILE_VALUES)) {
    for (const field of fieldsOf(call, 'params'))
      add('params', `${field}: ${kind}`, addressOf(call, { ...params, [field]: inAddress(json) }, query));
    for (const field of fieldsOf(call, 'query'))
      add('query', `${field}: ${kind}`, addressOf(call, params, { ...query, [field]: inAddress(json) }));
    for (const field of fieldsOf(call, 'body')) {
      const rest = JSON.stringify({ ...good.body, [field]: undefined }).slice(1);
      const withField = (value: string) => `{"${field}":${value}${rest === '}' ? '' : ','}${rest}`;
      add('body', `${field}: ${kind}`, path, withField(json));
      if (Array.isArray(good.body?.[field]))
        add('body', `${field}[0]: ${kind}`, path, withField(`[${json}]`));
    }
  }
  for (const field of fieldsOf(call, 'query')) {
    const { [field]: value = '', ...others } = query;
    for (const odd of [`${field}=${value}&${field}=${value}`, field, `${field}[]=${value}`, `${field}=%zz`])
      add('query', odd, `${addressOf(call, params, { ...others, z: '1' })}&${odd}`);
  }
  add(
    'query',
    'names of prototypes',
    addressOf(call, params, { ...query, __proto__x: '1', constructor: '1' }),
  );
  if (text !== undefined)
    for (const [kind, make] of Object.entries(HOSTILE_BODIES)) add('body', kind, path, make(text));
  return attacks;
}

/** Finds the fault in an answer; undefined when there is none. `usual` is the answer to a good request. */
function faultOf(
  call: HttpCall,
  { part }: Attack,
  { status, text, headers }: HttpAnswer,
  usual: HttpAnswer,
): string | undefined {
  const described = `${status} ${text.slice(0, 200)}`;
  // API Gateway itself answers a path that matches no route.
  if (part === 'params' && status === 404 && text === '{"message":"Not Found"}') return undefined;
  if (headers['cache-control'] !== 'no-store') return `may be kept on its way: ${described}`;
  // Payments are off in this stack, so a good request is refused as well.
  if (usual.status === 503 && text === usual.text) return undefined;
  try {
    if (status === 200) return void http[call].response.parse(JSON.parse(text));
    const { code } = errorBody.parse(JSON.parse(text));
    const isOurs = Object.hasOwn(ALL_ERRORS, code) && ALL_ERRORS[code].status === status;
    // Bad input never causes 429 or 5xx: one client could otherwise use up the service for others.
    return isOurs && status < 500 && status !== 429 ? undefined : described;
  } catch {
    return described;
  }
}

/** Returns the errors in the logs, except refusals of payments, which are off in this stack. */
const errorsLogged = () =>
  stack
    .functionLogs()
    .filter((line) => /"level":"ERROR"|^[A-Za-z]*Error\b/.test(line))
    .filter((line) => !line.includes('"payments_unavailable"'));

async function callerOf(kind: ValidCall['for']): Promise<{ user: TestUser; chatId: string }> {
  const user = await stack.givenUser(kind === 'admin' ? { groups: ['admins'] } : {});
  if (kind !== 'chat') return { user, chatId: '019a0000-0000-7000-8000-000000000000' };
  const { client, chat } = await stack.givenChat(user);
  client.drop();
  return { user, chatId: chat.chatId };
}

/** Milliseconds in which the API allows one more request: 200 a second (`lib/constructs/apis/http-api.ts`). */
const REFILL_MS = 5;

const someone: TestUser = { owner: '', email: '', password: '', token: '', accessToken: '' };

const isStrangers = (call: HttpCall) => validCall(call, someone, '').for === 'public';

/** Sends a request. One without a token comes from a new address, so that no limit of an address refuses it. */
const send = (call: HttpCall, { path, text }: Pick<Attack, 'path' | 'text'>, { token }: TestUser) =>
  ask(stack.urls.site + path, http[call].method, {
    ...(text !== undefined && { text }),
    ...(isStrangers(call) ? { localAddress: freshAddress() } : { token }),
  });

describe.each(CALLS)('%s', (call) => {
  it('answers hostile input with a result or a refusal of its own', async () => {
    const { for: kind } = validCall(call, someone, '');
    let { user, chatId } = await callerOf(kind);
    const good = validCall(call, user, chatId);
    const ready: ValidCall = call === 'signup' ? { ...good, body: { ...good.body, inviteCode } } : good;
    const faults: string[] = [];
    const attacks = attacksOn(ready);
    const bystander = await callerOf(kind);
    const usual = await send(
      call,
      goodRequest(validCall(call, bystander.user, bystander.chatId)),
      bystander.user,
    );
    for (const attack of attacks) {
      // Keeps the API from throttling, however fast this machine sends.
      stack.moveClock(REFILL_MS);
      const answer = await send(call, attack, user);
      const fault = faultOf(call, attack, answer, usual);
      if (fault) faults.push(`${attack.name}: ${fault}`);
      // A hostile value that was accepted may have used up the day's attempts, or deleted the account.
      if (kind === 'self' && answer.status !== 400) ({ user, chatId } = await callerOf(kind));
    }
    expect(faults).toEqual([]);
  });
});

it('no hostile request made a function log an error', async () => {
  await stack.idle();
  expect(errorsLogged()).toEqual([]);
});
