/** Claim of a guest's chat by a user: the marks on the guest's chat, and the copies. */
import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { conditional } from '../conditional-writes.ts';
import { guestOwner } from '../keys.ts';
import { chatsTable, db } from '../tables.ts';
import { keyOfTurn, type TurnItem, type TurnRef } from '../turns/turns.ts';
import { type ChatItem, type Claim, IS_THERE, keyOf, thereAt } from './chats.ts';

/**
 * Fixes where a guest's chat goes, once; from then on it is not there for the guest.
 * @returns where it goes: as asked, or as an earlier call fixed it; undefined when it is not there or busy.
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
 * Stores a copy of a turn without its worker's traces; one that exists is left as it is, since its owner may
 * have gone on from it. A reply without a worker has failed.
 */
export async function putCopy(ref: TurnRef, turn: TurnItem): Promise<void> {
  const { requestId, requestIds, version, userText, userAt, text, replyAt, model, reason, attempt } = turn;
  const status = turn.status === 'streaming' ? 'failed' : turn.status;
  const asked = { requestId, requestIds, version, userText, userAt };
  const answered = { text, replyAt, status, model, reason, attempt };
  const { inputTokens, outputTokens } = turn;
  await conditional(
    db().send(
      new PutCommand({
        TableName: chatsTable(),
        Item: {
          ...keyOfTurn(ref),
          index: ref.messageIndex,
          ...asked,
          ...answered,
          inputTokens,
          outputTokens,
        },
        ConditionExpression: 'attribute_not_exists(pk)',
      }),
    ),
  );
}
