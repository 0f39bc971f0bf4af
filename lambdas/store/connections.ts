/**
 * Connections of an owner: `OWNER#o` / `CONN#<id>`. Stop requests are in the same partition, as `STOP#<requestId>`. A
 * worker reads both in one small query when it looks for new connections.
 */
import { DeleteCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { SOCKET_LIFE_LIMIT_MS } from '#contract/limits';
import type { TokenFacts } from '../runtime/revocation.ts';
import { transact } from './conditional-writes.ts';
import { inSeconds, ownerPartition } from './keys.ts';
import { revocationKey } from './revocations.ts';
import { connectionsTable, db } from './tables.ts';

const CONNECTION = 'CONN#';
const STOP = 'STOP#';

/**
 * Stores a user's connection unless the token is revoked, in one step. A revocation at the same time therefore refuses
 * the connection, or finds it and closes it. Returns false when the token is revoked.
 */
export const putUserConnection = (
  { owner, issuedAt, session }: TokenFacts & { readonly owner: string },
  connectionId: string,
  now: number,
): Promise<boolean> =>
  transact([
    {
      Put: {
        TableName: connectionsTable(),
        Item: { ...itemOf(owner, CONNECTION + connectionId, now), session },
      },
    },
    {
      ConditionCheck: {
        TableName: connectionsTable(),
        Key: revocationKey(owner),
        ConditionExpression:
          '(attribute_not_exists(issuedUntil) OR issuedUntil < :issuedAt) AND NOT contains(sessions, :session)',
        ExpressionAttributeValues: { ':issuedAt': issuedAt, ':session': session ?? '-' },
      },
    },
  ]);

export async function putConnection(owner: string, connectionId: string, now: number): Promise<void> {
  await put(owner, CONNECTION + connectionId, now);
}

/** Asks the worker that answers `requestId` to stop. */
export async function putStop(owner: string, requestId: string, now: number): Promise<void> {
  await put(owner, STOP + requestId, now);
}

async function put(owner: string, sk: string, now: number): Promise<void> {
  await db().send(
    new PutCommand({
      TableName: connectionsTable(),
      Item: itemOf(owner, sk, now),
    }),
  );
}

const itemOf = (owner: string, sk: string, now: number) => ({
  pk: ownerPartition(owner),
  sk,
  ttl: inSeconds(now + SOCKET_LIFE_LIMIT_MS),
});

export async function removeConnection(owner: string, connectionId: string): Promise<void> {
  await db().send(
    new DeleteCommand({
      TableName: connectionsTable(),
      Key: { pk: ownerPartition(owner), sk: CONNECTION + connectionId },
    }),
  );
}

export interface Presence {
  readonly connectionIds: readonly string[];
  /** Ids of requests whose reply must stop. */
  readonly stops: ReadonlySet<string>;
  /** Sign-in of each connection that has one; rows of earlier versions have none. */
  readonly sessions: ReadonlyMap<string, string>;
}

/**
 * Returns the owner's connections and stop requests. Rows past their TTL are left out, because DynamoDB deletes them
 * days late.
 */
export async function findPresence(owner: string, now: number): Promise<Presence> {
  const { Items = [] } = await db().send(
    new QueryCommand({
      TableName: connectionsTable(),
      KeyConditionExpression: 'pk = :pk',
      FilterExpression: '#ttl > :now',
      ExpressionAttributeNames: { '#ttl': 'ttl' },
      ExpressionAttributeValues: { ':pk': ownerPartition(owner), ':now': inSeconds(now) },
      ConsistentRead: true,
    }),
  );
  const sorts = Items.map((item) => String(item.sk));
  const cut = (prefix: string) =>
    sorts.filter((s) => s.startsWith(prefix)).map((s) => s.slice(prefix.length));
  const sessions = Items.flatMap(({ sk, session }) =>
    typeof session === 'string' ? [[String(sk).slice(CONNECTION.length), session] as const] : [],
  );
  return { connectionIds: cut(CONNECTION), stops: new Set(cut(STOP)), sessions: new Map(sessions) };
}
