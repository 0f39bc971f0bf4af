/**
 * The lock of the turn in progress, on the chat's own small item: starting a turn is one write, whatever the
 * chat's length.
 */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { type ChatItem, keyOf, type PendingTurn } from './chats.ts';
import { conditional } from './conditional.ts';
import { inSeconds } from './keys.ts';
import { chatsTable, db } from './tables.ts';

export type StartOutcome =
  | { readonly kind: 'started' | 'same' | 'ended'; readonly messageIndex: number }
  | { readonly kind: 'busy' | 'missing' };

/**
 * Claims the chat for one turn and allocates the indexes of its two messages, in one write.
 * `same`: this request's turn is in progress; `ended`: it was the last to end; `busy`: another's is in progress.
 * @param now, lockMs milliseconds; the lock is the last resort if nothing ever ends the turn.
 */
export async function startTurn(
  owner: string,
  chatId: string,
  requestId: string,
  { now, lockMs }: { now: number; lockMs: number },
): Promise<StartOutcome> {
  const outcome = await conditional(
    db().send(
      new UpdateCommand({
        TableName: chatsTable(),
        Key: keyOf(owner, chatId),
        UpdateExpression:
          'SET pending = :pending, pendingIndex = nextIndex, nextIndex = nextIndex + :two, updatedAt = :at',
        ConditionExpression:
          'attribute_exists(pk) AND (attribute_not_exists(#ttl) OR #ttl > :nowSeconds) AND ' +
          '(attribute_not_exists(lastRequestId) OR lastRequestId <> :id) AND ' +
          '(attribute_not_exists(pending) OR (pending.lockedUntil < :now AND pending.requestId <> :id))',
        ExpressionAttributeValues: {
          ':pending': { requestId, lockedUntil: now + lockMs } satisfies PendingTurn,
          ':two': 2,
          ':at': new Date(now).toISOString(),
          ':id': requestId,
          ':now': now,
          ':nowSeconds': inSeconds(now),
        },
        ExpressionAttributeNames: { '#ttl': 'ttl' },
        ReturnValues: 'UPDATED_NEW',
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    ),
  );
  if (outcome.ok) return { kind: 'started', messageIndex: Number(outcome.value.Attributes?.pendingIndex) };
  const chat = outcome.item as ChatItem | undefined;
  if (!chat) return { kind: 'missing' };
  if (chat.lastRequestId === requestId) return { kind: 'ended', messageIndex: chat.lastIndex ?? 0 };
  if (chat.pending?.requestId === requestId) return { kind: 'same', messageIndex: chat.pendingIndex ?? 0 };
  // A guest's chat past its time is not there any more; whatever else failed the condition is a running turn.
  return chat.pending ? { kind: 'busy' } : { kind: 'missing' };
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

/** Takes a start back, as if the request had never come; its indexes stay unused. */
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
