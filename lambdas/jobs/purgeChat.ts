/** Removes the turns of chats whose item is gone: told by the Chats table's stream, at least once, in order. */
import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { purgeChat } from '../domain/purge.ts';
import { log } from '../runtime/log.ts';

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

async function purge({ eventName, dynamodb }: DynamoDBRecord): Promise<void> {
  const { pk, sk } = dynamodb?.Keys ?? {};
  if (eventName === 'REMOVE') await purgeChat(pk?.S ?? '', sk?.S ?? '');
}
