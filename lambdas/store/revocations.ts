/**
 * Revocation mark of an owner: `OWNER#o` / `REVOKED` in the Connections table (decision 0080). A mark that DynamoDB
 * deletes late is harmless, because every token that it names has expired by then.
 */
import { DeleteCommand, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Revocation } from '../runtime/token-revocation.ts';
import { inSeconds, ownerPartition } from './keys.ts';
import { connectionsTable, db } from './tables.ts';

/** Seconds for which a mark is kept: twice the life of an ID token (lib/constructs/sign-in.ts). */
const KEPT_SECONDS = 3_600;

export const revocationKey = (owner: string) => ({ pk: ownerPartition(owner), sk: 'REVOKED' });

export const readRevocation = (owner: string): Promise<Revocation | undefined> => read(owner, false);

/** Reads the mark with all writes that have ended before. */
export const readRevocationConsistently = (owner: string): Promise<Revocation | undefined> =>
  read(owner, true);

async function read(owner: string, ConsistentRead: boolean): Promise<Revocation | undefined> {
  const { Item } = await db().send(
    new GetCommand({ TableName: connectionsTable(), Key: revocationKey(owner), ConsistentRead }),
  );
  return Item as Revocation | undefined; // only this file writes items under this key
}

/**
 * Refuses all of the user's tokens that exist at `now` (milliseconds). Idempotent.
 * @param resetId identifies the password reset that causes this
 */
export const revokeTokens = (owner: string, now: number, resetId?: string): Promise<void> =>
  resetId === undefined
    ? mark(owner, now, 'SET #ttl = :ttl, issuedUntil = :until', { ':until': inSeconds(now) })
    : mark(owner, now, 'SET #ttl = :ttl, issuedUntil = :until, resetId = :reset', {
        ':until': inSeconds(now),
        ':reset': resetId,
      });

/** Refuses those of the user's tokens that exist at `now` and name an administrator. Idempotent. */
export const revokeAdminTokens = (owner: string, now: number): Promise<void> =>
  mark(owner, now, 'SET #ttl = :ttl, adminUntil = :until', { ':until': inSeconds(now) });

/** Refuses the tokens of one sign-in. Idempotent. */
export const revokeSession = (owner: string, session: string, now: number): Promise<void> =>
  mark(owner, now, 'SET #ttl = :ttl ADD sessions :sessions', { ':sessions': new Set([session]) });

export async function deleteRevocation(owner: string): Promise<void> {
  await db().send(new DeleteCommand({ TableName: connectionsTable(), Key: revocationKey(owner) }));
}

async function mark(
  owner: string,
  now: number,
  change: string,
  values: Readonly<Record<string, unknown>>,
): Promise<void> {
  await db().send(
    new UpdateCommand({
      TableName: connectionsTable(),
      Key: revocationKey(owner),
      UpdateExpression: change,
      ExpressionAttributeNames: { '#ttl': 'ttl' },
      ExpressionAttributeValues: { ...values, ':ttl': inSeconds(now) + KEPT_SECONDS },
    }),
  );
}
