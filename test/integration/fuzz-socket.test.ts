/**
 * Hostile frames on every event of the socket (docs/safety.md 40): each field of the contract's frames takes each hostile
 * value, and each frame is replaced. Whatever comes, one answer follows, and the connection stays open.
 */
import { randomUUID } from 'node:crypto';
import { DeleteCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorBody } from '#contract/error-codes';
import { FRAME_MAX_BYTES } from '#contract/limits';
import { ALL_ERRORS } from '#contract/server-worded-errors';
import { ackData, clientFrame } from '#contract/socket';
import { GUEST_PROTOCOL } from '#contract/socket-subprotocols';
import { guestOwner } from '../../lambdas/store/owner-keys.ts';
import { HOSTILE_BODIES, HOSTILE_VALUES } from '../support/hostile-input.ts';
import { RawClient } from '../support/raw-socket-client.ts';
import { SOCKET } from '../support/route-access.ts';
import { startTestStack, type TestStack, type TestUser } from '../support/stack.ts';

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack();
  stack.replyWith('A reply.');
});
afterAll(() => stack.close());

/** Number of frames that are sent on one connection before the next one is opened. */
const FRAMES_EACH = 25;

/** Deletes the counts of invalid frames. A third one would close its connection, which abuse.test.ts tests. */
async function forgetInvalid(): Promise<void> {
  const { documents, table } = stack.inner.dynamodb;
  const { Items = [] } = await documents.send(
    new ScanCommand({
      TableName: table('Usage'),
      FilterExpression: 'begins_with(pk, :invalid)',
      ExpressionAttributeValues: { ':invalid': 'LIMIT#invalid#' },
    }),
  );
  for (const { pk, sk } of Items)
    await documents.send(new DeleteCommand({ TableName: table('Usage'), Key: { pk, sk } }));
}

const FRAMES = clientFrame.def.options.map(({ shape }) => ({
  action: shape.action.def.values[0] as (typeof shape.action.def.values)[number],
  fields: 'shape' in shape.data ? Object.keys(shape.data.shape) : [],
}));
type Action = (typeof FRAMES)[number]['action'];

interface Attack {
  readonly name: string;
  readonly text: string;
  /** True if the gateway may find no route for the frame, or the route of another event. */
  readonly mayBeNoRoute: boolean;
}

function attacksOn(action: Action, fields: readonly string[], data: object | undefined): Attack[] {
  const attacks: Attack[] = [];
  const frame = (change: Readonly<Record<string, string>>) => {
    const parts = {
      action: JSON.stringify(action),
      id: JSON.stringify(randomUUID()),
      ...(data && { data: JSON.stringify(data) }),
      ...change,
    };
    return `{${Object.entries(parts).map(([name, json]) => `"${name}":${json}`)}}`;
  };
  const withField = (field: string, json: string) => {
    const rest = JSON.stringify({ ...data, [field]: undefined }).slice(1);
    return frame({ data: `{"${field}":${json}${rest === '}' ? '' : ','}${rest}` });
  };
  for (const [kind, json] of Object.entries(HOSTILE_VALUES)) {
    for (const part of ['action', 'id', 'data'])
      attacks.push({
        name: `${part}: ${kind}`,
        text: frame({ [part]: json }),
        mayBeNoRoute: part === 'action',
      });
    for (const field of fields)
      attacks.push({ name: `data.${field}: ${kind}`, text: withField(field, json), mayBeNoRoute: false });
  }
  for (const [kind, make] of Object.entries(HOSTILE_BODIES)) {
    const text = make(frame({}));
    // A frame is text. A larger one closes the socket, which local/gateway/socket-api.test.ts tests.
    if (typeof text === 'string' && Buffer.byteLength(text) <= FRAME_MAX_BYTES)
      attacks.push({ name: kind, text, mayBeNoRoute: true });
  }
  return attacks;
}

/** Finds the fault in an answer; undefined when there is none. */
function faultOf(action: Action, { mayBeNoRoute }: Attack, answer: unknown): string | undefined {
  const described = JSON.stringify(answer).slice(0, 200);
  const frame = { ...(answer as { type?: string; message?: string; data?: unknown; error?: unknown }) };
  if (frame.type === 'pong') return action === 'ping' || mayBeNoRoute ? undefined : described;
  if (frame.type === undefined) return mayBeNoRoute && frame.message === 'Forbidden' ? undefined : described;
  if (frame.error === undefined)
    return action !== 'ping' && ackData[action].safeParse(frame.data).success ? undefined : described;
  const error = errorBody.safeParse(frame.error);
  const row = error.success ? ALL_ERRORS[error.data.code] : undefined;
  // Bad input never causes 429 or 5xx: one client could otherwise use up the service for others.
  return row !== undefined && row.status < 500 && row.status !== 429 ? undefined : described;
}

interface Person {
  readonly credential: string;
  readonly owner: string;
  readonly data: object | undefined;
  /** Frame that opens the chat on a connection. A guest's connection gets no replies before. */
  readonly opening: string;
}

/** Somebody with a chat of their own, and good data for the event. */
async function givenPerson(kind: 'a user' | 'a guest', action: Action): Promise<Person> {
  const guest: TestUser = { owner: '', email: '', password: '', token: GUEST_PROTOCOL, accessToken: '' };
  const user = kind === 'a user' ? await stack.givenUser() : guest;
  const client = await stack.connect(user);
  const { userEmail: _, ...anonymous } = SOCKET.initChat(user);
  const who = kind === 'a user' ? SOCKET.initChat(user) : { ...anonymous, isGuest: true };
  const chat = ackData.initChat.parse(((await client.call('initChat', who)) as { data?: unknown }).data);
  client.drop();
  const opening = JSON.stringify({
    ...{ action: 'initChat', id: randomUUID() },
    data: { ...who, chatId: chat.chatId },
  });
  const owner = user.owner || guestOwner(chat.chatId);
  if (action === 'ping') return { credential: user.token, owner, data: undefined, opening };
  const { userEmail, ...good } = SOCKET[action](user, chat.chatId);
  const data = kind === 'a user' ? { ...good, userEmail } : { ...good, isGuest: true };
  return { credential: user.token, owner, data, opening };
}

const cases = FRAMES.flatMap((frame) => (['a user', 'a guest'] as const).map((kind) => ({ ...frame, kind })));

describe.each(cases)('$action of $kind', ({ action, fields, kind }) => {
  it('answers hostile frames with one answer each, and stays open', async () => {
    const { credential, owner, data, opening } = await givenPerson(kind, action);
    const faults: string[] = [];
    let client: RawClient | undefined;
    for (const [i, attack] of attacksOn(action, fields, data).entries()) {
      if (i % FRAMES_EACH === 0) {
        client?.close();
        client = await RawClient.open(stack, credential);
        const opened = await client.ask(opening);
        if (kind === 'a guest') expect(opened).not.toHaveProperty('error');
        // Keeps the daily allowance, which is not tested here, from running out.
        await stack.setUsed({ owner }, 0);
      }
      if (i % 2 === 0) await forgetInvalid();
      const fault = faultOf(action, attack, await client?.ask(attack.text));
      if (fault) faults.push(`${attack.name}: ${fault}`);
      if (client?.closedWith !== undefined) throw new Error(`${attack.name} closed the connection`);
    }
    client?.close();
    expect(faults).toEqual([]);
  });
});

it('no hostile frame made a function log an error', async () => {
  await stack.idle();
  expect(stack.functionLogs().filter((line) => /"level":"ERROR"|^[A-Za-z]*Error\b/.test(line))).toEqual([]);
});
