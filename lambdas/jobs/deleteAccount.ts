/**
 * Deletes closed accounts for good. The Chats table's stream starts a deletion when a user asks for it. A schedule
 * retries all unfinished deletions, so that each one finishes even after a crash. The log never names the user.
 */
import type { DynamoDBBatchResponse, DynamoDBStreamEvent, ScheduledEvent } from 'aws-lambda';
import { deleteAccount } from '../domain/account/delete-account.ts';
import { log } from '../runtime/log.ts';
import { getTombstone, listTombstones } from '../store/account/deletions.ts';

export const handler = (
  event: DynamoDBStreamEvent | ScheduledEvent,
): Promise<DynamoDBBatchResponse | undefined> => ('Records' in event ? onAsked(event) : onSchedule());

async function onAsked({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> {
  const batchItemFailures: DynamoDBBatchResponse['batchItemFailures'] = [];
  for (const { dynamodb } of Records)
    if (!(await tryToDelete(dynamodb?.Keys?.sk?.S ?? '')))
      batchItemFailures.push({ itemIdentifier: dynamodb?.SequenceNumber ?? '' });
  return { batchItemFailures };
}

/** Throws when any deletion failed, so that Lambda retries the run and counts an error. */
async function onSchedule(): Promise<undefined> {
  let failed = 0;
  for (const { owner } of await listTombstones()) if (!(await tryToDelete(owner))) failed += 1;
  if (failed > 0) throw new Error('Accounts are not deleted');
}

async function tryToDelete(owner: string): Promise<boolean> {
  const startedAt = performance.now();
  try {
    const tombstone = await getTombstone(owner);
    if (!tombstone) return true;
    await deleteAccount(tombstone, Date.now());
    const ms = Math.round(performance.now() - startedAt);
    log('INFO', 'account deletion', { status: tombstone.phase, ms });
    return true;
  } catch (cause) {
    log('ERROR', 'account not deleted', { cause });
    return false;
  }
}
