/**
 * The lock of the turn in progress, on the chat's own small item: starting a turn is one write, whatever the
 * chat's length.
 */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { type ChatItem, IS_THERE, isThere, keyOf, type PendingTurn, thereAt } from './chats.ts';
import { conditional } from './conditional.ts';
import { chatsTable, db } from './tables.ts';

export type StartOutcome =
  | { readonly kind: 'started' | 'same'; readonly messageIndex: number; readonly version: number }
  | { readonly kind: 'ended' | 'busy' | 'missing' | 'notLast' };

export interface TurnStart {
  readonly requestId: string;
  /** Index of the turn whose place this one takes; only the chat's last turn to end can be replaced. */
  readonly replaces?: number | undefined;
  /** Milliseconds; the lock is the last resort if nothing ever ends the turn. */
  readonly now: number;
  readonly lockMs: number;
}

const IS_FREE =
  '(attribute_not_exists(lastRequestId) OR lastRequestId <> :id) AND ' +
  '(attribute_not_exists(pending) OR (pending.lockedUntil < :now AND pending.requestId <> :id))';
const COUNT = 'turnVersion = if_not_exists(turnVersion, :zero) + :one, pending = :pending, updatedAt = :at';
/** A chat that is used is not removed for its age (`store/retention.ts`). */
const KEEP = 'REMOVE removeAt, keptDays';

/**
 * Claims the chat for one turn, in one write, and allocates the indexes of its two messages, or takes those of
 * the turn that it replaces. Each start has a higher version than those before it.
 * `same`: this request's turn is in progress; `ended`: it was the last to end; `busy`: another's is in progress.
 */
export async function startTurn(owner: string, chatId: string, start: TurnStart): Promise<StartOutcome> {
  const { requestId, replaces, now, lockMs } = start;
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
          ':pending': { requestId, lockedUntil: now + lockMs } satisfies PendingTurn,
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
  const { pendingIndex: messageIndex = 0, turnVersion: version = 0 } = chat;
  if (outcome.ok) return { kind: 'started', messageIndex, version };
  if (chat.lastRequestId === requestId) return { kind: 'ended' };
  if (chat.pending?.requestId === requestId) return { kind: 'same', messageIndex, version };
  // A pending turn whose time is over stands in nobody's way.
  return { kind: chat.pending && chat.pending.lockedUntil >= now ? 'busy' : 'notLast' };
}

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

/** Takes a start back, as if the request had never come; indexes allocated for it stay unused. */
export async function abandonTurn(owner: string, chatId: string, requestId: string): Promise<void> {
  await conditional(
    db().send(
      new UpdateCommand({
        TableName: chatsTable(),
        Key: keyOf(owner, chatId),
        UpdateExpression: 'REMOVE pending, pendingIndex',
        ConditionExpression: 'pending.requestId = :id',
        ExpressionAttributeValues: { ':id': requestId },
      }),
    ),
  );
}
