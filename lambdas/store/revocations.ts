/**
 * Revocation mark of an owner, which names the ID tokens that are refused before they expire: `OWNER#<owner>` /
 * `REVOKED` in the Connections table (decision 0080). Each ended sign-in is an attribute of its own, `ended#<session>`,
 * so that concurrent writes lose none. Marks of earlier versions of the product have a set `sessions` instead.
 */
import { randomUUID } from 'node:crypto';
import { DeleteCommand, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { SIGN_IN_DAYS } from '#contract/limits';
import { retryUntilWritten } from '../runtime/retry.ts';
import type { Revocation } from '../runtime/token-revocation.ts';
import { conditional } from './conditional-writes.ts';
import { connectionsTable, db } from './db-and-table-names.ts';
import { ownerPartition } from './owner-keys.ts';
import { inSeconds } from './unix-seconds.ts';

/**
 * Seconds for which a mark is kept after its last write, and for which an ended sign-in is kept in the mark. A refresh
 * token can renew tokens for `SIGN_IN_DAYS`, and the last renewed token expires within an hour.
 */
export const SIGN_IN_SECONDS = SIGN_IN_DAYS * 86_400 + 3_600;
/**
 * Largest number of ended sign-ins in a mark, because every message reads the mark. When more have ended, the mark
 * names the sign-ins that stay valid (`kept`). All other sign-ins that began up to `othersUntil` have ended.
 */
export const ENDED_MAX = 100;
/** Largest number of sign-ins that a mark names as staying valid. */
const KEPT_MAX = 100;

const ENDED = 'ended#';
export const endedName = (session: string): string => ENDED + session;
export const revocationKey = (owner: string) => ({ pk: ownerPartition(owner), sk: 'REVOKED' });

type Item = Readonly<Record<string, unknown>>;

/** Converts a stored mark. Its fields are not checked, because only this file writes the item. */
export function toRevocation(item: Item | undefined): Revocation | undefined {
  if (item === undefined) return undefined;
  const mark: Revocation = item;
  const ended = Object.keys(item).flatMap((name) => (name.startsWith(ENDED) ? name.slice(ENDED.length) : []));
  return { ...mark, sessions: new Set([...(mark.sessions ?? []), ...ended]) };
}

export const readRevocation = (owner: string): Promise<Revocation | undefined> => read(owner, false);

export const readRevocationConsistently = (owner: string): Promise<Revocation | undefined> =>
  read(owner, true);

async function read(owner: string, ConsistentRead: boolean): Promise<Revocation | undefined> {
  const { Item } = await db().send(
    new GetCommand({ TableName: connectionsTable(), Key: revocationKey(owner), ConsistentRead }),
  );
  return toRevocation(Item);
}

/**
 * Refuses all of the user's tokens that were issued up to the second of `now` (milliseconds). Also refuses all later
 * tokens of sign-ins that began before this second. Otherwise, a browser with the cookie of Cognito's hosted page could
 * get new tokens without a password. A sign-in that began in this second can renew its tokens, because the user may
 * have signed in right after a password reset. Idempotent.
 * @param resetId identifies the password reset that causes the call
 */
export async function revokeTokens(owner: string, now: number, resetId?: string): Promise<void> {
  const issuedUntil = inSeconds(now);
  const ended = signInsUntil(issuedUntil - 1);
  await mark(owner, now, { issuedUntil, ...ended, ...(resetId !== undefined && { resetId }) });
}

/** Refuses the user's administrator tokens that were issued up to `now` (milliseconds). Idempotent. */
export async function revokeAdminTokens(owner: string, now: number): Promise<void> {
  await mark(owner, now, { adminUntil: inSeconds(now) });
}

interface Ending {
  readonly now: number;
  /**
   * Reads the mark and the sign-ins that stay valid. The sign-in of the user's request comes first, then the others by
   * their last use, newest first. The order matters: only the first `KEPT_MAX` sign-ins are kept. Called only when more
   * than `ENDED_MAX` sign-ins have ended.
   */
  readonly readKept: () => Promise<{
    readonly sessions: readonly string[];
    readonly mark: Revocation | undefined;
  }>;
}

/** Refuses the tokens of the sign-ins with the ids `sessions`, also tokens that are renewed later. Idempotent. */
export async function revokeSessions(
  owner: string,
  sessions: readonly string[],
  { now, readKept }: Ending,
): Promise<void> {
  if (sessions.length === 0) return;
  const keepOthers = () =>
    retryUntilWritten(async () => {
      const kept = await readKept();
      return revokeOtherSessions(owner, { sessions: kept.sessions.slice(0, KEPT_MAX) }, { now, ...kept });
    });
  if (sessions.length > ENDED_MAX) {
    await keepOthers();
    return;
  }
  const until = inSeconds(now) + SIGN_IN_SECONDS;
  const stored = await mark(
    owner,
    now,
    Object.fromEntries(sessions.map((session) => [endedName(session), until])),
  );
  const ended = Object.entries(stored).filter(([name]) => name.startsWith(ENDED));
  const expired = ended.filter(([, expiry]) => Number(expiry) <= inSeconds(now));
  const isFull = ended.length - expired.length > ENDED_MAX;
  if (isFull) await keepOthers();
  // An expiry after `until` means that another call ended the sign-in in a later second. The sign-in may have begun
  // after `now`. Then `othersUntil` does not refuse the sign-in's tokens, so the sign-in's attribute stays.
  const dropped = isFull ? ended.filter(([, expiry]) => Number(expiry) <= until) : expired;
  await unmark(
    owner,
    dropped.map(([name]) => name),
  );
}

/**
 * Refuses the tokens of all sign-ins that began up to `now`, except the sign-ins in `kept`. Also refuses renewed
 * tokens. If another call has refused the sign-ins up to a later second, this later second stays. Idempotent. Returns
 * undefined, without a write, if another call has changed the mark's kept sign-ins since the caller read `mark`. The
 * other call may have ended a sign-in that is in `kept`, and a write would make this sign-in valid again. The caller
 * then reads the sign-ins and the mark again.
 */
export async function revokeOtherSessions(
  owner: string,
  kept: KeptSignIns,
  { now, mark: seen }: { readonly now: number; readonly mark: Revocation | undefined },
): Promise<true | undefined> {
  const second = Math.max(inSeconds(now), seen?.othersUntil ?? 0);
  const { ok } = await conditional(mark(owner, now, signInsUntil(second, kept), { unchanged: seen }));
  return ok || undefined;
}

interface KeptSignIns {
  readonly sessions?: readonly string[];
  /**
   * Times of sign-ins, in Unix seconds. The hosted page's cookie signs in a new tab with a new id, but with the time at
   * which the cookie was set. `times` keeps the new tab's sign-in valid.
   */
  readonly times?: readonly number[];
}

/**
 * Returns the fields of a mark that end all sign-ins up to `second` except the kept ones. DynamoDB refuses empty sets,
 * so each set has a member that matches no token.
 */
const signInsUntil = (second: number, { sessions = [], times = [] }: KeptSignIns = {}): Item => ({
  othersUntil: second,
  kept: new Set(['', ...sessions]),
  keptTimes: new Set([-1, ...times]),
  keptId: randomUUID(),
});

export async function deleteRevocation(owner: string): Promise<void> {
  await db().send(new DeleteCommand({ TableName: connectionsTable(), Key: revocationKey(owner) }));
}

/**
 * Sets fields of the mark. Returns the whole mark.
 * @param only makes the call throw, without a write, if the stored `keptId` differs from that of `unchanged`
 */
async function mark(
  owner: string,
  now: number,
  fields: Item,
  only?: { readonly unchanged: Revocation | undefined },
): Promise<Item> {
  const all = Object.entries({ ...fields, ttl: inSeconds(now) + SIGN_IN_SECONDS });
  const keptId = only?.unchanged?.keptId;
  const isUnchanged = keptId === undefined ? 'attribute_not_exists(keptId)' : 'keptId = :seen';
  const { Attributes = {} } = await db().send(
    new UpdateCommand({
      TableName: connectionsTable(),
      Key: revocationKey(owner),
      UpdateExpression: `SET ${all.map((_, i) => `#${i} = :${i}`).join(', ')}`,
      ExpressionAttributeNames: Object.fromEntries(all.map(([name], i) => [`#${i}`, name])),
      ...(only && { ConditionExpression: isUnchanged }),
      ExpressionAttributeValues: {
        ...Object.fromEntries(all.map(([, value], i) => [`:${i}`, value])),
        ...(keptId !== undefined && { ':seen': keptId }),
      },
      ReturnValues: 'ALL_NEW',
    }),
  );
  return Attributes;
}

async function unmark(owner: string, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  await db().send(
    new UpdateCommand({
      TableName: connectionsTable(),
      Key: revocationKey(owner),
      UpdateExpression: `REMOVE ${names.map((_, i) => `#${i}`).join(', ')}`,
      ExpressionAttributeNames: Object.fromEntries(names.map((name, i) => [`#${i}`, name])),
    }),
  );
}
