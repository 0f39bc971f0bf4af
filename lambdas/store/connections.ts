/**
 * Connections: `OWNER#o` / `CONN#<id>`, and beside them `STOP#<requestId>`: a worker that looks for new
 * connections of its owner finds the wish to stop in the same small read.
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
  /** Requests whose reply shall stop. */
  readonly stops: ReadonlySet<string>;
}

/** The owner's live connections and stop wishes; rows past their TTL do not count (TTL deletes days late). */
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
