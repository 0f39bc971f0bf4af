/**
 * The lock of the turn in progress, on the chat's own small item: starting a turn is one write, whatever the
 * chat's length. Every write carries the token of its call, so that a write that is repeated because its answer was
 * lost recognises its own effect, and a call takes back only what it wrote itself.
 */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { type ChatItem, IS_THERE, isThere, keyOf, type PendingTurn, thereAt } from '../chats/chats.ts';
import { conditional } from '../conditional-writes.ts';
import { chatsTable, db } from '../tables.ts';

/** A turn that is in progress. */
export interface HeldTurn {
  readonly messageIndex: number;
  readonly version: number;
  readonly pending: PendingTurn;
}

export type StartOutcome =
  | {
      readonly kind: 'started';
      readonly messageIndex: number;
      readonly version: number;
      /** The turn that ended last; undefined in a new chat. */
      readonly last: { readonly index: number; readonly requestId?: string | undefined } | undefined;
    }
  /** `same`: an earlier call of this request started it; `busy`: another request's turn is in progress. */
  | ({ readonly kind: 'same' | 'busy' } & HeldTurn)
  /** This request's turn was the last to end. */
  | { readonly kind: 'ended'; readonly messageIndex: number }
  | { readonly kind: 'missing' | 'notLast' };

export interface TurnStart {
  readonly requestId: string;
  /** Token of this call. */
  readonly call: string;
  /** Index of the turn whose place this one takes; only the chat's last turn to end can be replaced. */
  readonly replaces?: number | undefined;
  /** Milliseconds. */
  readonly now: number;
  /** The lock is the last resort if nothing ever ends the turn. */
  readonly lockMs: number;
  /** How long a worker may take to take the turn up. */
  readonly leaseMs: number;
}

const IS_FREE =
  '(attribute_not_exists(lastRequestId) OR lastRequestId <> :id) AND ' +
  '(attribute_not_exists(pending) OR (pending.lockedUntil < :now AND pending.requestId <> :id))';
const COUNT = 'turnVersion = if_not_exists(turnVersion, :zero) + :one, pending = :pending, updatedAt = :at';
/** A chat that is used is not removed for its age (`store/chats/aged-chats.ts`). */
const KEEP = 'REMOVE removeAt, keptDays';

/**
 * Claims the chat for one turn, in one write, and allocates the indexes of its two messages, or takes those of
 * the turn that it replaces. Each start has a higher version than those before it.
 */
export async function startTurn(owner: string, chatId: string, start: TurnStart): Promise<StartOutcome> {
  const { requestId, call, replaces, now } = start;
  const there = thereAt(now);
  const isNew = replaces === undefined;
  const outcome = await conditional(
    db().send(
      new UpdateCommand({
        TableName: chatsTable(),
        Key: keyOf(owner, chatId),
        UpdateExpression: isNew
          ? `SET ${COUNT}, pendingIndex = nextIndex, nextIndex = nextIndex + :two ${KEEP}`
          : `SET ${COUNT}, pendingIndex = :replaces ${KEEP}`,
        ConditionExpression: `${IS_THERE} AND ${IS_FREE}${isNew ? '' : ' AND lastIndex = :replaces'}`,
        ExpressionAttributeValues: {
          ...there.values,
          ':pending': pendingOf(start),
          ...(isNew ? { ':two': 2 } : { ':replaces': replaces }),
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
  // What `putChat` stored, and starts and ends have changed.
  const chat = (outcome.ok ? outcome.value.Attributes : outcome.item) as ChatItem | undefined;
  if (!chat || !isThere(chat, now)) return { kind: 'missing' };
  const { pendingIndex: messageIndex = 0, turnVersion: version = 0, pending } = chat;
  // The write may be refused because its first try, whose answer was lost, has started the turn.
  if (outcome.ok || pending?.call === call)
    return { kind: 'started', messageIndex, version, last: lastOf(chat) };
  if (chat.lastRequestId === requestId) return { kind: 'ended', messageIndex: chat.lastIndex ?? 0 };
  if (pending?.requestId === requestId) return { kind: 'same', messageIndex, version, pending };
  // The time of a lock that nothing has released may be over.
  if (pending && pending.lockedUntil >= now) return { kind: 'busy', messageIndex, version, pending };
  return { kind: 'notLast' };
}

const lastOf = ({ lastIndex: index, lastRequestId: requestId }: ChatItem) =>
  index === undefined ? undefined : { index, requestId };

const pendingOf = ({ requestId, call, now, lockMs, leaseMs }: TurnStart): PendingTurn => ({
  ...{ requestId, call, calls: 1 },
  ...{ startedAt: now, leaseUntil: now + leaseMs, lockedUntil: now + lockMs },
});

/** Makes `call` the holder of a lock as `seen`; false when the turn has ended or another call was faster. */
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
  // As it stands in the table: the first try's answer may have been lost.
  return outcome.ok || (outcome.item as ChatItem | undefined)?.pending?.call === call;
}

const isStillHeld = ({ call }: PendingTurn): string =>
  call === undefined ? 'attribute_not_exists(pending.#call)' : 'pending.#call = :seen';

/** Frees the chat for the next turn and remembers which one ended; does nothing when another holds it. */
export async function endTurn(
  owner: string,
  chatId: string,
  { requestId, messageIndex }: { requestId: string; messageIndex: number },
): Promise<void> {
  await conditional(
    db().send(
      new UpdateCommand({
        TableName: chatsTable(),
        Key: keyOf(owner, chatId),
        UpdateExpression: 'SET lastRequestId = :id, lastIndex = :index REMOVE pending, pendingIndex',
        ConditionExpression: 'pending.requestId = :id',
        ExpressionAttributeValues: { ':id': requestId, ':index': messageIndex },
      }),
    ),
  );
}

/**
 * Leaves the reservation of `call` to a turn whose lock is as `seen`: the call that holds the lock gives it back if it
 * abandons the turn. False when the turn has ended or another call was faster.
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
 * Takes the start of a call back, as if the request had never come; indexes allocated for it stay unused.
 * @param returned token of the call whose reservation was left to the turn and has been given back
 * @returns the token of such a call when its reservation has to be given back first: the lock is still there
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
  const { pending } = (outcome.ok ? {} : (outcome.item ?? {})) as Partial<ChatItem>; // as `putChat` stored it
  return pending?.call === call ? pending.reservedBy : undefined;
}
