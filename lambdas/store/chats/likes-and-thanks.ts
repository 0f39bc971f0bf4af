import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { conditional } from '../conditional-writes.ts';
import { chatsTable, db } from '../db-and-table-names.ts';
import { keyOfTurn, type TurnItem, type TurnRef } from '../turns/turns.ts';
import { type ChatItem, IS_THERE, keyOf, thereAt } from './chats.ts';

export interface Rating {
  readonly liked: boolean;
  readonly disliked: boolean;
}

/**
 * Conditions on a turn that can be rated, with and without a user message. Only two kinds of chats have UNASKED turns:
 * imported chats, and chats that were made by continuing a shared chat with such turns. Both conditions exclude welcome
 * and thank-you messages, which have a `kind` and no user message.
 */
const ASKED = 'attribute_exists(userText)';
const UNASKED = 'attribute_exists(pk) AND attribute_not_exists(userText) AND attribute_not_exists(kind)';

/**
 * Sets or removes the like or dislike of a turn's reply.
 * @param isAsked true if the turn must have a user message, false if it must have none
 * @returns the turn; undefined when there is no such turn, or its reply is still streaming
 */
export async function setRating(
  ref: TurnRef,
  { liked, disliked }: Rating,
  { isAsked = true } = {},
): Promise<TurnItem | undefined> {
  const outcome = await conditional(
    db().send(
      new UpdateCommand({
        TableName: chatsTable(),
        Key: keyOfTurn(ref),
        UpdateExpression: disliked
          ? 'SET liked = :liked, disliked = :disliked'
          : 'SET liked = :liked REMOVE disliked',
        ConditionExpression: `${isAsked ? ASKED : UNASKED} AND #status <> :streaming`,
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: {
          ...{ ':liked': liked, ':streaming': 'streaming' },
          ...(disliked && { ':disliked': true }),
        },
        ReturnValues: 'ALL_NEW',
      }),
    ),
  );
  return outcome.ok ? (outcome.value.Attributes as TurnItem) : undefined; // an item under a turn's key is a turn
}

/**
 * Allocates the index of the chat's only thank-you message. Returns the index that this or an earlier call allocated;
 * undefined if none did, because the chat is missing, deleted, claimed or expired.
 */
export async function allocateThanks(
  owner: string,
  chatId: string,
  now: number,
): Promise<number | undefined> {
  const there = thereAt(now);
  const outcome = await conditional(
    db().send(
      new UpdateCommand({
        TableName: chatsTable(),
        Key: keyOf(owner, chatId),
        UpdateExpression: 'SET thanksIndex = nextIndex, nextIndex = nextIndex + :one',
        ConditionExpression: `${IS_THERE} AND attribute_not_exists(thanksIndex)`,
        ExpressionAttributeNames: there.names,
        ExpressionAttributeValues: { ...there.values, ':one': 1 },
        ReturnValues: 'ALL_NEW',
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    ),
  );
  const chat = (outcome.ok ? outcome.value.Attributes : outcome.item) as ChatItem | undefined;
  return chat?.thanksIndex;
}
