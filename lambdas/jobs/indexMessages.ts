/**
 * Adds changed turns and names of chats to the search index. The stream of the Chats table may deliver a change several
 * times, and indexing it again does no harm.
 */
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { docOf, indexDocs, isCheckDue, type OwnedDoc } from '../domain/search/index-changed-items.ts';
import { startMerge } from '../domain/search/invoke-merge.ts';
import { ENV } from '../runtime/env-names.ts';
import { invokeAsync } from '../runtime/invoke-async.ts';
import { jobHandler } from '../runtime/job-handler.ts';
import { log } from '../runtime/log.ts';
import { putHead } from '../store/search/index-rows.ts';

/** Event of the job `indexDocuments`. */
export interface DocumentsEvent {
  readonly owner: string;
  readonly chatId: string;
  readonly index: number;
}

interface IndexedChange {
  readonly doc: OwnedDoc;
  readonly record: DynamoDBRecord;
}

export const handler = jobHandler(
  async ({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
    const changes = Records.flatMap((record) => {
      const doc = docOf(changeOf(record));
      return doc ? [{ doc, record }] : [];
    });
    const byOwner = Map.groupBy(changes, ({ doc }) => doc.owner);
    const failed = await Promise.all([...byOwner].map(([owner, some]) => indexOne(owner, some)));
    return {
      batchItemFailures: failed.flat().map(({ dynamodb }) => ({
        itemIdentifier: dynamodb?.SequenceNumber ?? '',
      })),
    };
  },
);

type Image = Parameters<typeof unmarshall>[0];

function changeOf({ dynamodb = {} }: DynamoDBRecord) {
  // Lambda's types and the SDK's describe the same JSON, so the cast is safe.
  const item = (image: unknown) => (image === undefined ? undefined : unmarshall(image as Image));
  const keys = item(dynamodb.Keys ?? {});
  return {
    keys: { pk: String(keys?.pk), sk: String(keys?.sk) },
    before: item(dynamodb.OldImage),
    after: item(dynamodb.NewImage),
  };
}

/** Returns the records that must be retried: none, or all of this owner's. */
async function indexOne(owner: string, changes: readonly IndexedChange[]): Promise<DynamoDBRecord[]> {
  const docs = changes.map(({ doc }) => doc);
  const records = changes.map(({ record }) => record);
  try {
    await indexDocs(owner, docs, { store: { putHead }, at: timeOf(records[0]) });
    await startDocuments(docs);
    if (isCheckDue(docs)) await startMerge(owner);
    return [];
  } catch (cause) {
    log('ERROR', 'messages not indexed', { count: records.length, cause });
    return records;
  }
}

/** A retry may hand a turn over again: `indexDocuments` then skips the documents that are indexed already. */
async function startDocuments(docs: readonly OwnedDoc[]): Promise<void> {
  const turns = docs.filter(({ hasDocuments }) => hasDocuments);
  await Promise.all(
    turns.map(({ owner, ref: { chatId, index } }) => {
      const event: DocumentsEvent = { owner, chatId, index };
      return invokeAsync(ENV.indexDocumentsFunction, event);
    }),
  );
}

/** Returns the time of a record in Unix milliseconds. */
const timeOf = (record: DynamoDBRecord | undefined): number =>
  1000 * (record?.dynamodb?.ApproximateCreationDateTime ?? 0);
