/**
 * Removes data by the Chats table's stream: the turns of a deleted chat, and closed accounts, for which it starts the
 * job `deleteAccount`. One function reads both kinds of change, because DynamoDB allows only two readers of a stream.
 * The stream delivers each change at least once, in order.
 */
import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { ENV } from '../runtime/env-names.ts';
import { invokeAsync } from '../runtime/invoke-async.ts';
import { log } from '../runtime/log.ts';
import { ownerOfTombstone } from '../store/account/deletions.ts';
import { getChatItem } from '../store/chats/chats.ts';
import { deleteTurns } from '../store/chats/delete-and-restore.ts';
import { chatOfKey } from '../store/keys.ts';

export const handler = async (event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
  for (const record of event.Records) {
    try {
      await remove(record);
    } catch (cause) {
      log('ERROR', 'removal failed', { cause });
      // Lambda retries the batch from this record on.
      return { batchItemFailures: [{ itemIdentifier: record.dynamodb?.SequenceNumber ?? '' }] };
    }
  }
  return { batchItemFailures: [] };
};

/**
 * Handles one change. Idempotent, because the job `deleteAccount` reads the tombstone, and a second run finds nothing
 * to delete.
 */
async function remove({ eventName, dynamodb }: DynamoDBRecord): Promise<void> {
  const { pk, sk } = dynamodb?.Keys ?? {};
  const key = { pk: pk?.S ?? '', sk: sk?.S ?? '' };
  if (eventName === 'REMOVE') return purge(key);
  const owner = eventName === 'INSERT' ? ownerOfTombstone(key) : undefined;
  if (owner !== undefined) await invokeAsync(ENV.deleteAccountFunction, { owner });
}

/** Deletes the turns of the chat whose item was removed, unless the item exists again. Idempotent. */
async function purge({ pk, sk }: { readonly pk: string; readonly sk: string }): Promise<void> {
  const chat = chatOfKey(pk, sk);
  if (!chat || (await getChatItem(chat.owner, chat.chatId))) return;
  await deleteTurns(chat.owner, chat.chatId);
}
