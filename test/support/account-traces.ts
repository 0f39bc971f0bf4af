/** Gives a test user data of every kind, and lists a user's traces in all tables. */
import { randomUUID } from 'node:crypto';
import { gunzipSync, inflateRawSync } from 'node:zlib';
import { PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import {
  inviteKey,
  inviteListKey,
  redemptionKey,
  redemptionOfKey,
  reservationKey,
} from '../../lambdas/store/signup/invite-rows-and-reads.ts';
import { waitlistKey, waitlistQueueKey } from '../../lambdas/store/signup/waitlist.ts';
import { givenFile, PAPER } from './given-files.ts';
import type { SocketClient } from './socket-client.ts';
import type { TestStack, TestUser } from './stack.ts';

export interface Person extends TestUser {
  readonly client: SocketClient;
  readonly chatId: string;
  readonly code: string;
  readonly boundCode: string;
}

export const TABLES = [
  'Chats',
  'Waitlist',
  'Invites',
  'Subscriptions',
  'Connections',
  'Usage',
  'Search',
  'Audit',
] as const;
type Item = Readonly<Record<string, unknown>>;

const put = (stack: TestStack, table: (typeof TABLES)[number], Item: Record<string, unknown>) =>
  stack.inner.dynamodb.documents.send(new PutCommand({ TableName: stack.inner.dynamodb.table(table), Item }));

export const INSTRUCTIONS = { text: 'Answer briefly.', isOn: true };
export const PROMPT = {
  promptId: '00000000-0000-4000-8000-000000000001',
  name: 'Mail',
  text: 'Write a mail to {name}.',
};

export const PROJECT = {
  projectId: '00000000-0000-4000-8000-000000000002',
  name: 'House',
  emoji: '🏠',
  instructions: 'Answer as a builder.',
};

/**
 * Chats (one pinned and shared, one deleted and restorable), turns, a dislike with feedback, an index, usage, a
 * connection, and the rows of a waitlist entry and a sign-up.
 */
export async function givenPerson(stack: TestStack): Promise<Person> {
  const user = await stack.givenUser();
  const { client, chat } = await stack.givenChat(user);
  const { chatId } = chat;
  stack.replyWith('An answer.');
  await stack.say(client, user, chatId, 'A question');
  const rating = { chatId, messageIndex: 2, userEmail: user.email };
  await client.call('likeMessage', { ...rating, liked: true });
  const feedback = { text: 'Not quite.', withConversation: true };
  await client.call('likeMessage', { ...rating, liked: false, disliked: true, feedback });
  const { chatId: deleted } = await stack.openChat(client, user);
  await stack.http('DELETE', `/api/chats/${deleted}`, { token: user.token });
  await stack.http('PUT', `/api/chats/${chatId}/pinned`, { token: user.token, body: { pinned: true } });
  const { token } = user;
  await stack.http('PUT', '/api/instructions', { token, body: INSTRUCTIONS });
  const { promptId, ...prompt } = PROMPT;
  await stack.http('PUT', `/api/prompts/${promptId}`, { token, body: prompt });
  const shared = { chatId, readers: 'members' };
  await stack.http('PUT', `/api/shares/${randomUUID().replaceAll('-', '')}`, { token, body: shared });
  const codes = await givenSignUpTraces(stack, user);
  await put(stack, 'Subscriptions', {
    pk: `OWNER#${user.owner}`,
    sk: 'SUBSCRIPTION',
    tier: 'paid',
    active: true,
    planType: 'monthly',
    customerId: 'cus_1',
  });
  await put(stack, 'Connections', { pk: `OWNER#${user.owner}`, sk: 'SECOND_FACTOR', since: 1 });
  await stack.inner.functions.streamsSettled();
  return { ...user, client, chatId, ...codes };
}

/** A project with instructions and a file, which the person's chat is in. */
export async function givenProject(stack: TestStack, { owner, token, chatId }: Person): Promise<void> {
  const fileId = await givenFile(stack, { owner }, PAPER);
  const { instructions: text, ...project } = PROJECT;
  const { projectId } = project;
  const calls = [
    ['POST', '/api/projects', project],
    ['PUT', `/api/projects/${projectId}/instructions`, { text }],
    ['PUT', `/api/projects/${projectId}/files/${fileId}`, {}],
    ['PUT', `/api/chats/${chatId}/project`, { projectId }],
  ] as const;
  for (const [method, path, body] of calls) {
    const { status } = await stack.http(method, path, { token, body });
    if (status !== 200) throw new Error(`${path} answered ${status}`);
  }
}

let codes = 0;

/** Stores a waitlist entry, an invite that the address has used, a reservation, and an invite for the address alone. */
export async function givenSignUpTraces(stack: TestStack, { email }: Pick<TestUser, 'email'>) {
  codes += 1;
  const at = new Date(stack.inner.clock.now()).toISOString();
  const used = {
    code: `USED-${codes}`,
    maxUses: 5,
    uses: 3,
    createdAt: at,
    expiresAt: '2099-01-01T00:00:00Z',
  };
  const bound = { ...used, code: `BOUND-${codes}`, maxUses: 1, uses: 0, email };
  const entry = { email, joinedAt: at, status: 'approved' as const, approvedAt: at, inviteCode: bound.code };
  const redemption = { email, code: used.code, at };
  const holds = { [email]: 4_000_000_000, 'someone@example.org': 4_000_000_000 };
  await Promise.all([
    put(stack, 'Waitlist', { ...waitlistKey(email), ...entry }),
    put(stack, 'Waitlist', { ...waitlistQueueKey(entry), ...entry }),
    put(stack, 'Invites', { ...inviteKey(used.code), ...used, holds }),
    put(stack, 'Invites', { ...inviteListKey(used), code: used.code }),
    put(stack, 'Invites', { ...inviteKey(bound.code), ...bound }),
    put(stack, 'Invites', { ...inviteListKey(bound), code: bound.code }),
    put(stack, 'Invites', { ...redemptionKey(used.code, email), ...redemption }),
    put(stack, 'Invites', { ...redemptionOfKey(email), ...redemption }),
    put(stack, 'Invites', { ...reservationKey(email), email, code: used.code, ttl: 4_000_000_000 }),
  ]);
  return { code: used.code, boundCode: bound.code };
}

/** Every item of every table, as text by table and key. */
export async function everything(stack: TestStack): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const { documents, table } = stack.inner.dynamodb;
  for (const name of TABLES) {
    let from: Record<string, unknown> | undefined;
    do {
      const { Items = [], LastEvaluatedKey } = await documents.send(
        new ScanCommand({
          TableName: table(name),
          ConsistentRead: true,
          ...(from && { ExclusiveStartKey: from }),
        }),
      );
      for (const item of Items) found.set(`${name} ${item.pk} ${item.sk}`, textOf(item));
      from = LastEvaluatedKey;
    } while (from);
  }
  return found;
}

/** Bytes are shown as what they hold, compressed or not; sets as lists. */
const textOf = (item: Item): string =>
  JSON.stringify(item, (_, value: unknown) => {
    if (value instanceof Set) return [...value];
    return value instanceof Uint8Array ? unpacked(value) : value;
  });

function unpacked(bytes: Uint8Array): string {
  for (const unpack of [gunzipSync, inflateRawSync])
    try {
      return unpack(bytes).toString('latin1');
    } catch {
      // Not in this format.
    }
  return Buffer.from(bytes).toString('latin1');
}

/** Lists the items that contain the user's id or address, by table and key. */
export async function tracesOf(stack: TestStack, { owner, email }: TestUser): Promise<string[]> {
  const items = [...(await everything(stack))];
  return items
    .filter(([key, text]) => [owner, email].some((name) => `${key} ${text}`.includes(name)))
    .map(([key]) => key);
}

/** True for traces that a deletion leaves for later sweeps: tombstone, rows of its chats, mark of revoked tokens. */
export const isTombstone = (owner: string) => (trace: string) =>
  (trace.startsWith('Chats DELETIONS') && trace.includes(owner)) ||
  trace === `Connections OWNER#${owner} REVOKED`;
