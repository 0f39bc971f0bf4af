/**
 * Removes the turns of deleted chats. The Chats table's stream delivers each deleted chat item at least once, in order.
 */
import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { log } from '../runtime/log.ts';
import { getChatItem } from '../store/chats/chats.ts';
import { deleteTurns } from '../store/chats/removal.ts';
import { chatOfKey } from '../store/keys.ts';

export const handler = async (event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
  for (const record of event.Records) {
    try {
      await purge(record);
    } catch (cause) {
      log('ERROR', 'chat not purged', { cause });
      // Lambda retries the batch from this record on.
      return { batchItemFailures: [{ itemIdentifier: record.dynamodb?.SequenceNumber ?? '' }] };
    }
  }
  return { batchItemFailures: [] };
};

/** Deletes the turns of the chat whose item was removed, unless the item exists again. Idempotent. */
async function purge({ eventName, dynamodb }: DynamoDBRecord): Promise<void> {
  const { pk, sk } = dynamodb?.Keys ?? {};
  const chat = eventName === 'REMOVE' ? chatOfKey(pk?.S ?? '', sk?.S ?? '') : undefined;
  if (!chat || (await getChatItem(chat.owner, chat.chatId))) return;
  await deleteTurns(chat.owner, chat.chatId);
}
