/**
 * Row `OWNER#<owner>` / `INIT#<requestId>`: the id of the chat that the request creates. If the request continues a
 * share, the row also has the version of the copied snapshot, and has `isComplete` once the chat is stored.
 */
import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { conditional, type Parts } from '../conditional-writes.ts';
import { chatsTable, db } from '../db-and-table-names.ts';
import { ownerPartition } from '../owner-keys.ts';
import { inSeconds } from '../unix-seconds.ts';

const keyOf = (owner: string, requestId: string) => ({
  pk: ownerPartition(owner),
  sk: `INIT#${requestId}`,
});

/** Seconds for which a request's row is kept. A tab may resend a request days later, after its computer slept. */
const REMEMBER_SECONDS = 30 * 86_400;

/**
 * Stores the id of the chat that a request creates, so that a repeated request creates no second chat.
 * @returns `chatId`, or the id that an earlier call of the request has stored
 */
export async function fixChatId(
  owner: string,
  requestId: string,
  { chatId, now }: { chatId: string; now: number },
): Promise<string> {
  const outcome = await conditional(
    db().send(
      new PutCommand({
        TableName: chatsTable(),
        Item: { ...keyOf(owner, requestId), chatId, ttl: inSeconds(now) + REMEMBER_SECONDS },
        ConditionExpression: 'attribute_not_exists(pk)',
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    ),
  );
  return outcome.ok ? chatId : String(outcome.item?.chatId);
}

/**
 * Stores the version of a share's snapshot that a request copies into its new chat. If an earlier call of the request
 * stored another version, the chat may hold turns of that version. The request then gets a new chat with the id
 * `other`.
 * @returns the id of the chat into which the caller must copy `version`; undefined when the row of the request has
 * expired, or when a concurrent call has stored yet another version or has completed the chat
 */
export async function fixSnapshotVersion(
  owner: string,
  requestId: string,
  { version, other }: { version: number; other: string },
): Promise<string | undefined> {
  const update = async (set: string, condition: string, values: Readonly<Record<string, unknown>>) =>
    conditional(
      db().send(
        new UpdateCommand({
          TableName: chatsTable(),
          Key: keyOf(owner, requestId),
          UpdateExpression: set,
          ConditionExpression: condition,
          ExpressionAttributeValues: { ':version': version, ...values },
          ReturnValues: 'ALL_NEW',
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        }),
      ),
    );
  // `fixChatId` stores the row without a version.
  const isOurs =
    'attribute_exists(pk) AND (attribute_not_exists(snapshotVersion) OR snapshotVersion = :version)';
  const first = await update('SET snapshotVersion = :version', isOurs, {});
  if (first.ok) return String(first.value.Attributes?.chatId);
  const before = first.item?.snapshotVersion;
  if (before === undefined) return undefined;
  const values = { ':other': other, ':before': before };
  const second = await update(
    'SET chatId = :other, snapshotVersion = :version',
    'snapshotVersion = :before AND attribute_not_exists(isComplete)',
    values,
  );
  if (second.ok) return other;
  // The second write may be refused although the row has this call's version now. There are two reasons. A concurrent
  // call may have stored the same version. Or this call's write succeeded, but its response was lost, and the SDK sent
  // the write again.
  return second.item?.snapshotVersion === version ? String(second.item.chatId) : undefined;
}

/**
 * Returns the part of a transaction that stores that the request's chat is complete. From then on, the request gets no
 * other chat. The transaction fails if the request has another chat already.
 */
export const completeInTransaction = (owner: string, requestId: string, chatId: string): Parts[number] => ({
  Update: {
    TableName: chatsTable(),
    Key: keyOf(owner, requestId),
    UpdateExpression: 'SET isComplete = :true',
    ConditionExpression: 'chatId = :chatId',
    ExpressionAttributeValues: { ':true': true, ':chatId': chatId },
  },
});
