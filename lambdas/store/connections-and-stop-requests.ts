/**
 * Connections of an owner (`OWNER#<owner>` / `CONN#<id>`) and requests to stop a reply (`STOP#<requestId>`). They share
 * a partition, so that a worker reads both in one small query.
 */
import { DeleteCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { SOCKET_LIFE_LIMIT_MS } from '#contract/limits';
import { isRevoked, type TokenFacts } from '../runtime/token-revocation.ts';
import { conditional, transactOrExplain } from './conditional-writes.ts';
import { connectionsTable, db } from './db-and-table-names.ts';
import { isGuestOwner, ownerPartition } from './owner-keys.ts';
import { endedName, revocationKey, toRevocation } from './revocations.ts';
import { inSeconds } from './unix-seconds.ts';

const CONNECTION = 'CONN#';
const STOP = 'STOP#';

/**
 * Stores a user's connection unless its token is revoked. One transaction checks the revocation mark and stores the
 * connection. If another call revokes the token before the transaction, the connection is refused. If another call
 * revokes the token after the transaction, that call finds the connection, and can close it.
 *
 * Returns `refused` when the token is revoked, and `conflict` when the user's revocation mark is being written.
 * The transaction does not check the mark's `adminUntil`, which refuses a demoted administrator's earlier tokens. So
 * such a token can open a connection. The server refuses the frames that the client then sends, except `ping`
 * (`refusalOf` in `runtime/token-revocation.ts`).
 */
export const putUserConnection = (
  { owner, issuedAt, signedInAt, session }: TokenFacts & { readonly owner: string },
  connectionId: string,
  now: number,
): ReturnType<typeof transactOrExplain> =>
  transactOrExplain([
    {
      Put: {
        TableName: connectionsTable(),
        Item: { ...itemOf(owner, CONNECTION + connectionId, now), session, issuedAt, signedInAt },
      },
    },
    {
      ConditionCheck: {
        TableName: connectionsTable(),
        Key: revocationKey(owner),
        ConditionExpression: [
          '(attribute_not_exists(issuedUntil) OR issuedUntil < :issuedAt)',
          `(attribute_not_exists(othersUntil) OR othersUntil < :signedInAt
            OR contains(kept, :session) OR contains(keptTimes, :signedInAt))`,
          'NOT contains(sessions, :session)',
          'attribute_not_exists(#ended)',
        ].join(' AND '),
        ExpressionAttributeNames: { '#ended': endedName(session ?? '-') },
        ExpressionAttributeValues: {
          ':issuedAt': issuedAt,
          ':signedInAt': signedInAt,
          ':session': session ?? '-',
        },
      },
    },
  ]);

/** Stores a guest's connection. A guest has no token that could be revoked. */
export async function putGuestConnection(owner: string, connectionId: string, now: number): Promise<void> {
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

/**
 * Seconds for which a stored connection counts as new. Until its handshake ends, API Gateway answers 410 to a frame for
 * the connection, and cannot close it.
 */
export const NEW_SECONDS = 30;

/**
 * Removes a connection that API Gateway does not know. Keeps a user's new connection, which may open a moment later. A
 * guest's connection is stored after its handshake, so it is removed at once.
 */
export async function removeUnlessNew(owner: string, connectionId: string, now: number): Promise<void> {
  if (isGuestOwner(owner)) return removeConnection(owner, connectionId);
  await conditional(
    db().send(
      new DeleteCommand({
        TableName: connectionsTable(),
        Key: { pk: ownerPartition(owner), sk: CONNECTION + connectionId },
        ConditionExpression: '#ttl < :new',
        ExpressionAttributeNames: { '#ttl': 'ttl' },
        ExpressionAttributeValues: { ':new': inSeconds(now + SOCKET_LIFE_LIMIT_MS) - NEW_SECONDS },
      }),
    ),
  );
}

export interface OpenConnection {
  readonly id: string;
  /** Unix seconds. */
  readonly openedAt: number;
}

/** Lists the owner's connections, the oldest first. Includes connections whose token is revoked. */
export async function listConnections(owner: string, now: number): Promise<OpenConnection[]> {
  const items = await listRows(owner, now);
  const connections = items.flatMap(({ sk, ttl }) => {
    const id = cut(String(sk), CONNECTION);
    return id === undefined ? [] : [{ id, openedAt: Number(ttl) - SOCKET_LIFE_LIMIT_MS / 1000 }];
  });
  return connections.sort((a, b) => a.openedAt - b.openedAt);
}

export interface Presence {
  readonly connectionIds: readonly string[];
  /** Connections whose token is revoked. Broadcasts and workers send them nothing. */
  readonly revokedIds: readonly string[];
  /** Ids of requests whose reply must stop. */
  readonly stops: ReadonlySet<string>;
}

/** Returns the owner's connections and stop requests. One query reads them together with the revocation mark. */
export async function findPresence(owner: string, now: number): Promise<Presence> {
  const items = await listRows(owner, now);
  const mark = toRevocation(items.find(({ sk }) => sk === revocationKey(owner).sk));
  const isConnection = ({ sk }: Row) => String(sk).startsWith(CONNECTION);
  const [revoked, valid] = partition(items.filter(isConnection), (row) => isRevoked(mark, tokenOf(row)));
  const ids = (rows: readonly Row[], prefix: string) =>
    rows.flatMap(({ sk }) => cut(String(sk), prefix) ?? []);
  return {
    connectionIds: ids(valid, CONNECTION),
    revokedIds: ids(revoked, CONNECTION),
    stops: new Set(ids(items, STOP)),
  };
}

type Row = Readonly<Record<string, unknown>>;

function partition<T>(all: readonly T[], isFirst: (one: T) => boolean): [T[], T[]] {
  return [all.filter(isFirst), all.filter((one) => !isFirst(one))];
}

/**
 * Returns the facts about the token that opened a connection. Rows of guests, and of earlier versions of the product,
 * lack the token's times. `isAdmin` is always false, so that the mark's `adminUntil` does not apply: a demoted
 * administrator's chat pages still receive frames.
 */
const tokenOf = ({ issuedAt, signedInAt, session }: Row): TokenFacts => ({
  issuedAt: Number(issuedAt ?? 0),
  signedInAt: Number(signedInAt ?? 0),
  session: typeof session === 'string' ? session : undefined,
  isAdmin: false,
});

/** Reads the owner's rows. Leaves out rows past their TTL, because DynamoDB may delete them days later. */
async function listRows(owner: string, now: number): Promise<Row[]> {
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
  return Items;
}

const cut = (sort: string, prefix: string): string | undefined =>
  sort.startsWith(prefix) ? sort.slice(prefix.length) : undefined;
