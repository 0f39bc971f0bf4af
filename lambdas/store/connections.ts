/**
 * Connections of an owner: `OWNER#o` / `CONN#<id>`. Stop requests are in the same partition, as `STOP#<requestId>`. A
 * worker reads both in one small query when it looks for new connections.
 */
import { DeleteCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { SOCKET_LIFE_LIMIT_MS } from '#contract/limits';
import { inSeconds, ownerPartition } from './keys.ts';
import { connectionsTable, db } from './tables.ts';

const CONNECTION = 'CONN#';
const STOP = 'STOP#';

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
      Item: { pk: ownerPartition(owner), sk, ttl: inSeconds(now + SOCKET_LIFE_LIMIT_MS) },
    }),
  );
}

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
  return { connectionIds: cut(CONNECTION), stops: new Set(cut(STOP)) };
}
