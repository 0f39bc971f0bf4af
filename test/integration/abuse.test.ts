/**
 * A client that uses as much as it can: its frames, connections and chats are bounded, and other users notice nothing.
 */
import { createHash, randomUUID } from 'node:crypto';
import { PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ackData } from '#contract/socket';
import { DEFAULT_LIMITS } from '../../lib/config-defaults.ts';
import { freshAddress } from '../support/sign-up.ts';
import { codeOf, dataOf, type SocketClient } from '../support/socket-client.ts';
import { startTestStack, type TestStack } from '../support/stack.ts';

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack();
});
afterAll(() => stack.close());

const MINUTE_MS = 60_000;
const NONSENSE = JSON.stringify({ action: 'stopReply', id: 'nonsense', data: { chatId: 7 } });
const hashOf = (address: string) => createHash('sha256').update(address).digest('hex');
const outcomeOf = (connecting: Promise<SocketClient>): Promise<string> =>
  connecting.then(
    (client) => {
      client.drop();
      return 'opened';
    },
    (error: Error) => error.message,
  );
const closed = (client: SocketClient) => stack.eventually(() => expect(client.closedWith).toBeDefined());
const codes = (client: SocketClient) =>
  client.of('ack').map((ack) => ('error' in ack ? ack.error.code : 'answered'));

/** Sends one invalid frame and waits for its ack. */
async function sendNonsense(client: SocketClient): Promise<void> {
  const before = client.of('ack').length;
  client.sendRaw(NONSENSE);
  await stack.eventually(() => expect(client.of('ack').length).toBe(before + 1));
}

/** Stores the count of a rate limit, as if it had been reached in the window that the key names. */
async function givenCount(pk: string, sk: string, count: number): Promise<void> {
  const Item = { pk, sk, count };
  const TableName = stack.inner.dynamodb.table('Usage');
  await stack.inner.dynamodb.documents.send(new PutCommand({ TableName, Item }));
}
const startOf = (lengthMs: number): string => {
  const at = stack.inner.clock.now();
  return new Date(at - (at % lengthMs)).toISOString();
};
const DAY_MS = 24 * 60 * MINUTE_MS;

async function rowsOf(owner: string): Promise<number> {
  const { Items = [] } = await stack.inner.dynamodb.documents.send(
    new QueryCommand({
      TableName: stack.inner.dynamodb.table('Connections'),
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :connections)',
      ExpressionAttributeValues: { ':pk': `OWNER#${owner}`, ':connections': 'CONN#' },
    }),
  );
  return Items.length;
}

describe('three invalid frames', () => {
  it('close a guest’s connection, and its address is refused for a while; others are not', async () => {
    const address = freshAddress();
    const client = await stack.connectGuest(address);
    for (let i = 0; i < 3; i++) await sendNonsense(client);
    expect(codes(client)).toEqual(['invalid_request', 'invalid_request', 'invalid_request']);
    expect(client.of('ack').at(-1)).toMatchObject({
      error: { message: expect.stringContaining('15 minutes') },
    });
    await closed(client);
    expect(await outcomeOf(stack.connectGuest(address))).toBe('refused: 429');
    expect(await outcomeOf(stack.connectGuest(freshAddress()))).toBe('opened');
    expect(await outcomeOf(stack.connect(await stack.givenUser(), address))).toBe('opened');
    stack.moveClock(15 * MINUTE_MS);
    expect(await outcomeOf(stack.connectGuest(address))).toBe('opened');
  });

  it('close a user’s connection, and the user is refused for a while, from any address', async () => {
    const user = await stack.givenUser();
    const client = await stack.connect(user);
    for (let i = 0; i < 3; i++) await sendNonsense(client);
    await closed(client);
    expect(await outcomeOf(stack.connect(user, freshAddress()))).toBe('refused: 429');
  });

  it('are counted by connection: two on each close none', async () => {
    const user = await stack.givenUser();
    for (let i = 0; i < 2; i++) {
      const client = await stack.connect(user);
      await sendNonsense(client);
      await sendNonsense(client);
      await client.flush();
      expect(client.closedWith).toBeUndefined();
      client.drop();
    }
  });
});

it('a flood of valid frames closes its connection, and other users are answered meanwhile', async () => {
  stack.replyWith('Yes.');
  const [flooding, other] = [await stack.givenUser(), await stack.givenUser()];
  const client = await stack.connect(flooding);
  const { client: calm, chat } = await stack.givenChat(other);
  const data = { chatId: randomUUID(), userEmail: flooding.email };
  for (let i = 0; i < 1_000; i++) client.send('stopReply', data);
  const asked = { chatId: chat.chatId, message: 'Hello', userEmail: other.email };
  expect(dataOf(await calm.call('chat', asked))).toMatchObject({ status: 'complete' });
  await closed(client);
  expect(codes(client)).toContain('too_many_requests');
  expect(await outcomeOf(stack.connect(flooding))).toBe('refused: 429');
});

describe('connections of one owner', () => {
  const MOST = DEFAULT_LIMITS.connectionsPerOwner;

  it('are the newest twenty: the oldest is told that it is displaced, and closed', async () => {
    const user = await stack.givenUser();
    const first = await stack.connect(user);
    stack.moveClock(2_000);
    const others = await Promise.all(Array.from({ length: MOST - 1 }, () => stack.connect(user)));
    expect(first.closedWith).toBeUndefined();
    stack.moveClock(MINUTE_MS);
    const newest = await stack.connect(user);
    await closed(first);
    expect(first.frames).toContainEqual({ type: 'displaced' });
    for (const client of [...others, newest]) expect(client.closedWith).toBeUndefined();
    await stack.eventually(async () => expect(await rowsOf(user.owner)).toBe(MOST));
    for (const client of [...others, newest]) client.drop();
  });

  it('beyond twenty are refused while all are new, so that none is closed in its handshake', async () => {
    const user = await stack.givenUser();
    const clients: SocketClient[] = [];
    for (let i = 0; i < MOST; i++) clients.push(await stack.connect(user));
    expect(await outcomeOf(stack.connect(user))).toBe('refused: 429');
    expect(await rowsOf(user.owner)).toBe(MOST);
    for (const client of clients) client.drop();
  });

  it('are bounded for a guest’s chat, too: one message does not become hundreds of frames', async () => {
    const open = async (chatId?: string) => {
      const client = await stack.connectGuest(freshAddress());
      const ack = await client.call('initChat', { isGuest: true, ...(chatId && { chatId }) });
      return { client, ack };
    };
    const { client: first, ack } = await open();
    const { chatId } = ackData.initChat.parse(dataOf(ack));
    const more = await Promise.all(Array.from({ length: MOST + 5 }, () => open(chatId)));
    const refused = more.filter((each) => 'error' in each.ack);
    expect(refused.length).toBeGreaterThanOrEqual(5 + 1);
    expect(new Set(refused.map((each) => codeOf(each.ack)))).toEqual(new Set(['too_many_requests']));
    expect(await rowsOf(`guest:${chatId}`)).toBeLessThanOrEqual(MOST);
    for (const { client } of [{ client: first }, ...more]) client.drop();
  });
});

describe('openings in ten minutes', () => {
  const WINDOW_MS = 10 * MINUTE_MS;

  it('are bounded for an address', async () => {
    const address = freshAddress();
    await givenCount(
      `LIMIT#sockets#${hashOf(address)}`,
      startOf(WINDOW_MS),
      DEFAULT_LIMITS.openingsPerParty - 1,
    );
    expect(await outcomeOf(stack.connectGuest(address))).toBe('opened');
    expect(await outcomeOf(stack.connectGuest(address))).toBe('refused: 429');
  });

  it('are bounded for all guests together; users still connect', async () => {
    await givenCount('LIMIT#sockets#everybody', startOf(WINDOW_MS), DEFAULT_LIMITS.openingsOfGuests - 1);
    expect(await outcomeOf(stack.connectGuest(freshAddress()))).toBe('opened');
    expect(await outcomeOf(stack.connectGuest(freshAddress()))).toBe('refused: 429');
    expect(await outcomeOf(stack.connect(await stack.givenUser()))).toBe('opened');
    stack.moveClock(WINDOW_MS);
    expect(await outcomeOf(stack.connectGuest(freshAddress()))).toBe('opened');
  });
});

describe('new chats of a day', () => {
  it('are bounded for a user, and a chat that was opened before is opened again', async () => {
    const user = await stack.givenUser();
    const client = await stack.connect(user);
    const init = { userEmail: user.email };
    await givenCount(
      `OWNER#${user.owner}`,
      `LIMIT#chats#${startOf(DAY_MS)}`,
      DEFAULT_LIMITS.chatsPerUser - 1,
    );
    const id = randomUUID();
    const { chatId } = ackData.initChat.parse(dataOf(await client.call('initChat', init, id)));
    const refused = await client.call('initChat', init);
    expect(refused).toMatchObject({
      error: { code: 'too_many_requests', message: expect.stringContaining('200 new chats today') },
    });
    // A new connection, since `call` would find the earlier ack with this id on the first one.
    const again = await stack.connect(user);
    expect(dataOf(await again.call('initChat', init, id))).toMatchObject({ chatId });
  });

  it('are counted once for a request that failed before its chat was stored and is repeated', async () => {
    const user = await stack.givenUser();
    const client = await stack.connect(user);
    const init = { userEmail: user.email };
    await givenCount(
      `OWNER#${user.owner}`,
      `LIMIT#chats#${startOf(DAY_MS)}`,
      DEFAULT_LIMITS.chatsPerUser - 1,
    );
    const failed = stack.inner.faults.at({
      ...{ service: 'dynamodb', action: 'PutItem', caller: 'FunctionsInitChat', times: 3 },
      about: (request) => request.includes('nextIndex') && request.includes(user.owner),
      effect: { fail: { code: 'InternalServerError', status: 500 } },
    });
    const id = randomUUID();
    expect(codeOf(await client.call('initChat', init, id))).toBe('internal');
    expect(failed.struck).toBe(3);
    // A new connection, since `call` would find the earlier ack with this id on the first one.
    const again = await stack.connect(user);
    const { chatId } = ackData.initChat.parse(dataOf(await again.call('initChat', init, id)));
    expect((await stack.chats(user)).map((chat) => chat.chatId)).toEqual([chatId]);
    expect(codeOf(await client.call('initChat', init))).toBe('too_many_requests');
  });

  it('are bounded for the guests of an address, and a stored chat is opened again', async () => {
    const address = freshAddress();
    const client = await stack.connectGuest(address);
    const window = `LIMIT#guestChats#${hashOf(address)}`;
    await givenCount(window, startOf(DAY_MS), DEFAULT_LIMITS.guestChatsPerAddress - 1);
    const init = { isGuest: true };
    const { chatId } = ackData.initChat.parse(dataOf(await client.call('initChat', init)));
    expect(codeOf(await client.call('initChat', init))).toBe('guest_quota_exceeded');
    expect(dataOf(await client.call('initChat', { ...init, chatId }))).toMatchObject({ chatId });
  });
});
