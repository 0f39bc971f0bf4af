/**
 * Removes what the Chats table's stream says is to be removed: the turns of a deleted chat, and a closed account, which it
 * hands over to the job `deleteAccount`. One consumer does both, because DynamoDB serves only two readers of a stream.
 * The stream delivers each change at least once, in order.
 */
import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { ENV } from '../runtime/env-names.ts';
import { handOver } from '../runtime/hand-over.ts';
import { log } from '../runtime/log.ts';
import { ownerOfTombstone } from '../store/account/deletions.ts';
import { getChatItem } from '../store/chats/chats.ts';
import { deleteTurns } from '../store/chats/removal.ts';
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

/** Idempotent: the job reads the tombstone, and starting it twice deletes nothing twice. */
async function remove({ eventName, dynamodb }: DynamoDBRecord): Promise<void> {
  const { pk, sk } = dynamodb?.Keys ?? {};
  const key = { pk: pk?.S ?? '', sk: sk?.S ?? '' };
  if (eventName === 'REMOVE') return purge(key);
  const owner = eventName === 'INSERT' ? ownerOfTombstone(key) : undefined;
  if (owner !== undefined) await handOver(ENV.deleteAccountFunction, { owner });
}

/** Deletes the turns of the chat whose item was removed, unless the item exists again. Idempotent. */
async function purge({ pk, sk }: { readonly pk: string; readonly sk: string }): Promise<void> {
  const chat = chatOfKey(pk, sk);
  if (!chat || (await getChatItem(chat.owner, chat.chatId))) return;
  await deleteTurns(chat.owner, chat.chatId);
}
