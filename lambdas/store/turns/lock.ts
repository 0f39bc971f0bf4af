/**
 * Lock of the turn in progress, stored in the chat's item. The lock contains the token of the call that holds it. The
 * SDK repeats a write whose response was lost. If the repeat finds its own call's token in the lock, the first try took
 * the lock. `abandonTurn` releases the lock only if the given call holds it. `endTurn` releases the lock if any call of
 * the given request holds it.
 */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { type Branches, type Fork, forkOf } from '#contract/branches';
import { branchesOf, hasRoom, packBranches } from '../chats/branches.ts';
import { type ChatItem, IS_THERE, isThere, keyOf, type PendingTurn, thereAt } from '../chats/chats.ts';
import { conditional } from '../conditional-writes.ts';
import { chatsTable, db } from '../db-and-table-names.ts';

export interface HeldTurn {
  readonly messageIndex: number;
  readonly version: number;
  readonly pending: PendingTurn;
  readonly projectId?: string | undefined;
  /** Branches of the chat, including one that this turn begins. @default none */
  readonly branches?: Branches;
  /** True if the chat's item has too many branches or bytes (`hasRoom`). A turn with a fork is then refused. */
  readonly isFull?: boolean;
}

export type StartOutcome =
  | {
      readonly kind: 'started';
      readonly messageIndex: number;
      readonly version: number;
      /** Turn that ended last; undefined in a new chat. */
      readonly last: { readonly index: number; readonly requestId?: string | undefined } | undefined;
      readonly projectId?: string | undefined;
      /** Branches of the chat, including one that this turn begins. @default none */
      readonly branches?: Branches;
      readonly isFull?: boolean;
    }
  /**
   * `same`: an earlier call of this request started the turn, which is in progress. `busy`: another request holds the
   * lock.
   */
  | ({ readonly kind: 'same' | 'busy' } & HeldTurn)
  /** This request's turn was the last one to end. */
  | { readonly kind: 'ended'; readonly messageIndex: number }
  /**
   * `missing`: the owner has no such chat, or it is deleted, claimed or expired. `notLast`: the turn to replace is not
   * the one that ended last, or the chat has no message at the index of the fork.
   */
  | { readonly kind: 'missing' | 'notLast' };

export interface TurnStart extends Fork {
  readonly requestId: string;
  readonly call: string;
  /** Index of the turn that this one replaces. Only the turn that ended last can be replaced. */
  readonly replaces?: number | undefined;
  /** Owner key of the network address that is charged besides the chat's owner. @default the owner alone */
  readonly chargedAddress?: string | undefined;
  /** Unix milliseconds. */
  readonly now: number;
  /** Milliseconds after which another message may take the lock. A lock with a fork is released first (`IS_FREE`). */
  readonly lockMs: number;
  /** Milliseconds within which a worker is expected to claim the turn. */
  readonly leaseMs: number;
}

const IS_FREE =
  '(attribute_not_exists(lastRequestId) OR lastRequestId <> :id) AND ' +
  '(attribute_not_exists(pending) OR (pending.lockedUntil < :now AND pending.requestId <> :id AND ' +
  // Until a turn ends, the chat's item has the turn's branch only in the lock. So another message never overwrites a
  // lock with a fork, even when `lockedUntil` has passed. The caller first releases the lock (`releaseStale` in
  // `lambdas/domain/turn/release-stale-lock.ts`).
  'attribute_not_exists(pending.versionOf) AND attribute_not_exists(pending.continues)))';
const START = 'turnVersion = if_not_exists(turnVersion, :zero) + :one, pending = :pending, updatedAt = :at';
/** Removes retention's mark (`store/chats/retention-marks.ts`), because a used chat is not removed for its age. */
const REMOVE_MARK = 'REMOVE removeAt, keptDays';

/**
 * Locks the chat for one turn and allocates the indexes of its two messages, or reuses those of the replaced turn, in
 * one write. Each start gets a higher version than the start before it.
 */
export async function startTurn(owner: string, chatId: string, start: TurnStart): Promise<StartOutcome> {
  const { requestId, call, replaces, now } = start;
  const fork = start.versionOf ?? start.continues;
  const there = thereAt(now);
  const isNew = replaces === undefined;
  const outcome = await conditional(
    db().send(
      new UpdateCommand({
        TableName: chatsTable(),
        Key: keyOf(owner, chatId),
        UpdateExpression: isNew
          ? `SET ${START}, pendingIndex = nextIndex, nextIndex = nextIndex + :two ${REMOVE_MARK}`
          : `SET ${START}, pendingIndex = :replaces ${REMOVE_MARK}`,
        ConditionExpression: `${IS_THERE} AND ${IS_FREE}${isNew ? '' : ' AND lastIndex = :replaces'}${fork === undefined ? '' : ' AND nextIndex > :fork'}`,
        ExpressionAttributeValues: {
          ...there.values,
          ':pending': pendingOf(start),
          ...(isNew ? { ':two': 2 } : { ':replaces': replaces }),
          ...(fork !== undefined && { ':fork': fork }),
          ':zero': 0,
          ':one': 1,
          ':at': new Date(now).toISOString(),
          ':id': requestId,
          ':now': now,
        },
        ExpressionAttributeNames: there.names,
        ReturnValues: 'ALL_NEW',
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    ),
  );
  // Items with this key are chats.
  const chat = (outcome.ok ? outcome.value.Attributes : outcome.item) as ChatItem | undefined;
  if (!chat || !isThere(chat, now)) return { kind: 'missing' };
  const { pendingIndex: messageIndex = 0, turnVersion: version = 0, pending, projectId } = chat;
  const full = hasRoom(chat) ? {} : { isFull: true };
  const held = { messageIndex, version, projectId, branches: branchesOf(chat), ...full };
  // The SDK repeats a write whose response was lost. The repeat fails the condition if the first try started the turn.
  if (outcome.ok || pending?.call === call) return { kind: 'started', ...held, last: lastOf(chat) };
  if (chat.lastRequestId === requestId) return { kind: 'ended', messageIndex: chat.lastIndex ?? 0 };
  if (pending?.requestId === requestId) return { kind: 'same', ...held, pending };
  if (pending && (pending.lockedUntil >= now || forkOf(pending))) return { kind: 'busy', ...held, pending };
  return { kind: 'notLast' };
}

/**
 * Makes the turn in progress begin a branch, which continues an older path after the message at `continues`. Returns
 * undefined when `call` does not hold the lock. Idempotent.
 */
export async function continueTurn(
  owner: string,
  chatId: string,
  { call, continues }: { readonly call: string; readonly continues: number },
): Promise<{ readonly branches: Branches; readonly isFull: boolean } | undefined> {
  const outcome = await conditional(
    db().send(
      new UpdateCommand({
        TableName: chatsTable(),
        Key: keyOf(owner, chatId),
        UpdateExpression: 'SET pending.continues = :continues',
        ConditionExpression: 'pending.#call = :call',
        ExpressionAttributeNames: { '#call': 'call' },
        ExpressionAttributeValues: { ':call': call, ':continues': continues },
        ReturnValues: 'ALL_NEW',
      }),
    ),
  );
  if (!outcome.ok) return undefined;
  const chat = outcome.value.Attributes as unknown as ChatItem; // the condition holds only for a locked chat
  return { branches: branchesOf(chat), isFull: !hasRoom(chat) };
}

const lastOf = ({ lastIndex: index, lastRequestId: requestId }: ChatItem) =>
  index === undefined ? undefined : { index, requestId };

const pendingOf = ({ now, lockMs, leaseMs, chargedAddress, ...start }: TurnStart): PendingTurn => ({
  ...{ requestId: start.requestId, call: start.call, calls: 1, ...forkOf(start) },
  ...(chargedAddress !== undefined && { chargedAddress }),
  ...{ startedAt: now, leaseUntil: now + leaseMs, lockedUntil: now + lockMs },
});

/**
 * Makes `call` the holder of the lock `seen`. Returns false when the lock was released or another call took it first.
 */
export async function takeOverTurn(
  owner: string,
  chatId: string,
  { seen, call, leaseUntil }: { seen: PendingTurn; call: string; leaseUntil: number },
): Promise<boolean> {
  const pending: PendingTurn = { ...seen, call, leaseUntil, calls: (seen.calls ?? 1) + 1 };
  const outcome = await conditional(
    db().send(
      new UpdateCommand({
        TableName: chatsTable(),
        Key: keyOf(owner, chatId),
        UpdateExpression: 'SET pending = :pending',
        ConditionExpression: `pending.requestId = :id AND ${isStillHeld(seen)}`,
        ExpressionAttributeNames: { '#call': 'call' },
        ExpressionAttributeValues: {
          ':pending': pending,
          ':id': seen.requestId,
          ...(seen.call !== undefined && { ':seen': seen.call }),
        },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    ),
  );
  // The SDK repeats a write whose response was lost. The repeat fails the condition if the first try took the lock.
  return outcome.ok || (outcome.item as ChatItem | undefined)?.pending?.call === call;
}

const isStillHeld = ({ call }: PendingTurn): string =>
  call === undefined ? 'attribute_not_exists(pending.#call)' : 'pending.#call = :seen';

/**
 * Releases the chat's lock and stores which turn ended. Does nothing when the request does not hold the lock.
 * @param branches all branches of the chat, including the branch that this turn begins; undefined if the turn begins
 * none. This write overwrites the stored list. No change is lost, because no other request can change the list while
 * this request holds the lock.
 */
export async function endTurn(
  owner: string,
  chatId: string,
  {
    requestId,
    messageIndex,
    branches,
  }: { requestId: string; messageIndex: number; branches?: Branches | undefined },
): Promise<void> {
  await conditional(
    db().send(
      new UpdateCommand({
        TableName: chatsTable(),
        Key: keyOf(owner, chatId),
        UpdateExpression: `SET lastRequestId = :id, lastIndex = :index${branches ? ', branches = :branches' : ''} REMOVE pending, pendingIndex`,
        ConditionExpression: 'pending.requestId = :id',
        ExpressionAttributeValues: {
          ...{ ':id': requestId, ':index': messageIndex },
          ...(branches && { ':branches': packBranches(branches) }),
        },
      }),
    ),
  );
}

/**
 * Adds the token of a resend, `call`, to an earlier call's lock, `seen`. The resend has reserved the message. If the
 * earlier call undoes the turn, it also gives the resend's reservation back. Returns false when the lock has changed.
 */
export async function leaveReservation(
  owner: string,
  chatId: string,
  { seen, call }: { seen: PendingTurn; call: string },
): Promise<boolean> {
  const outcome = await conditional(
    db().send(
      new UpdateCommand({
        TableName: chatsTable(),
        Key: keyOf(owner, chatId),
        UpdateExpression: 'SET pending.reservedBy = :call',
        ConditionExpression: `pending.requestId = :id AND ${isStillHeld(seen)}`,
        ExpressionAttributeNames: { '#call': 'call' },
        ExpressionAttributeValues: {
          ':call': call,
          ':id': seen.requestId,
          ...(seen.call !== undefined && { ':seen': seen.call }),
        },
      }),
    ),
  );
  return outcome.ok;
}

/**
 * Undoes the start of a turn by releasing its lock. Does nothing when `call` does not hold the lock. If the lock names
 * another call's reservation (`leaveReservation`), keeps the lock and returns that call's token. The caller then gives
 * the reservation back, and calls again with the token as `returned`.
 * @param returned token of the call whose reservation has been given back
 * @returns token of the call whose reservation must be given back first; undefined when nothing is left to do
 */
export async function abandonTurn(
  owner: string,
  chatId: string,
  { call, returned }: { call: string; returned?: string | undefined },
): Promise<string | undefined> {
  const isNothingLeft = 'attribute_not_exists(pending.reservedBy)';
  const isReturned = `(${isNothingLeft} OR pending.reservedBy = :returned)`;
  const conditions = ['pending.#call = :call', returned === undefined ? isNothingLeft : isReturned];
  const outcome = await conditional(
    db().send(
      new UpdateCommand({
        TableName: chatsTable(),
        Key: keyOf(owner, chatId),
        UpdateExpression: 'REMOVE pending, pendingIndex',
        ConditionExpression: conditions.join(' AND '),
        ExpressionAttributeNames: { '#call': 'call' },
        ExpressionAttributeValues: {
          ':call': call,
          ...(returned !== undefined && { ':returned': returned }),
        },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    ),
  );
  const { pending } = (outcome.ok ? {} : (outcome.item ?? {})) as Partial<ChatItem>; // items with this key are chats
  return pending?.call === call ? pending.reservedBy : undefined;
}
