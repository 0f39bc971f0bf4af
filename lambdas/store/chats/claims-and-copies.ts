/** Writes for a user's claim of a guest's chat, and for a shared chat that a reader continues. */
import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { retryUntilWritten } from '../../runtime/retry.ts';
import { conditional, type Parts, transactOrExplain } from '../conditional-writes.ts';
import { chatsTable, db } from '../db-and-table-names.ts';
import { guestOwner } from '../owner-keys.ts';
import { keyOfTurn, type TurnItem, type TurnRef } from '../turns/turns.ts';
import { type ChatItem, type Claim, IS_THERE, keyOf, type NewChat, thereAt } from './chats.ts';
import { countInTransaction } from './created-chats-counter.ts';

/**
 * Stores the claim on a guest's chat once. From then on, the guest cannot open the chat.
 * @returns this claim or the one that an earlier call stored; undefined when the chat does not exist, has expired or
 * has a reply that is being written
 */
export async function markClaimed(
  guestChatId: string,
  claim: Claim,
  now: number,
): Promise<Claim | undefined> {
  const there = thereAt(now);
  const outcome = await conditional(
    db().send(
      new UpdateCommand({
        TableName: chatsTable(),
        Key: keyOf(guestOwner(guestChatId), guestChatId),
        UpdateExpression: 'SET carriedTo = :claim',
        ConditionExpression: `${IS_THERE} AND (attribute_not_exists(pending) OR pending.lockedUntil < :now)`,
        ExpressionAttributeNames: there.names,
        ExpressionAttributeValues: { ...there.values, ':claim': claim, ':now': now },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    ),
  );
  return outcome.ok ? claim : (outcome.item as ChatItem | undefined)?.carriedTo;
}

/**
 * Stores a chat with copied turns and counts it, unless an earlier call has stored it. One transaction does both, so
 * that the chat is counted exactly once even if a call crashes. Stores and counts nothing if a condition in `parts`,
 * the other parts of the transaction, fails.
 * @throws AppError `too_many_requests` when other writes conflicted with every attempt
 */
export async function putCounted(owner: string, chat: NewChat, parts: Parts = []): Promise<void> {
  const put = {
    TableName: chatsTable(),
    Item: { ...keyOf(owner, chat.chatId), ...chat },
    ConditionExpression: 'attribute_not_exists(pk)',
  };
  await retryUntilWritten(async () => {
    const outcome = await transactOrExplain([{ Put: put }, countInTransaction(owner), ...parts]);
    return outcome === 'conflict' ? undefined : outcome;
  });
}

/**
 * Stores a copy of a turn, without its lease, ratings, files and fork. Does not overwrite an existing turn: the user
 * may have changed an earlier copy, e.g. regenerated its reply. A reply that was still streaming becomes `failed`,
 * because no worker writes the copy.
 */
export async function putCopy(ref: TurnRef, turn: TurnItem): Promise<void> {
  const { requestId, requestIds, version, userText, userAt, text, replyAt, model, reason, attempt } = turn;
  const status = turn.status === 'streaming' ? 'failed' : turn.status;
  const asked = { requestId, requestIds, version, userText, userAt };
  const answered = { text, replyAt, status, model, reason, attempt, thoughtMs: turn.thoughtMs };
  const { inputTokens, cachedReadTokens, cachedWriteTokens, outputTokens } = turn;
  await conditional(
    db().send(
      new PutCommand({
        TableName: chatsTable(),
        Item: {
          ...keyOfTurn(ref),
          index: ref.messageIndex,
          ...asked,
          ...answered,
          ...{ inputTokens, cachedReadTokens, cachedWriteTokens, outputTokens },
        },
        ConditionExpression: 'attribute_not_exists(pk)',
      }),
    ),
  );
}
