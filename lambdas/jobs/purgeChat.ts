/** Removes the turns of chats whose item is gone: told by the Chats table's stream, at least once, in order. */
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
      // Lambda tries again from this record on.
      return { batchItemFailures: [{ itemIdentifier: record.dynamodb?.SequenceNumber ?? '' }] };
    }
  }
  return { batchItemFailures: [] };
};

/** Deletes the turns of the chat whose item was removed; never those of a chat that is there. Safe to repeat. */
async function purge({ eventName, dynamodb }: DynamoDBRecord): Promise<void> {
  const { pk, sk } = dynamodb?.Keys ?? {};
  const chat = eventName === 'REMOVE' ? chatOfKey(pk?.S ?? '', sk?.S ?? '') : undefined;
  if (!chat || (await getChatItem(chat.owner, chat.chatId))) return;
  await deleteTurns(chat.owner, chat.chatId);
}
