/**
 * Removes what belonged to a deleted or expired chat, project or file, and starts `deleteAccount` for a new tombstone.
 * One function does both, because DynamoDB allows only two readers of a stream, and one of them is
 * `jobs/indexMessages.ts`. The stream delivers each change at least once, and the changes of one item in order.
 */
import type { AttributeValue, DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { freeFile, removeFilesOfChat } from '../domain/files/remove-files.ts';
import { removeFilesOfProject } from '../domain/projects/project-files-and-instructions.ts';
import { ENV } from '../runtime/env-names.ts';
import { invokeAsync } from '../runtime/invoke-async.ts';
import { jobHandler } from '../runtime/job-handler.ts';
import { log } from '../runtime/log.ts';
import { ownerOfTombstone } from '../store/account/deletions.ts';
import { getChatItem } from '../store/chats/chats.ts';
import { dropFromProject } from '../store/chats/chats-of-project.ts';
import { forgetTurnsOf } from '../store/chats/names-of-chats-with-turns.ts';
import { chatOfKey, fileOfKey, isGuestOwner, projectOfContextKey } from '../store/owner-keys.ts';
import { removeSharesOfChat } from '../store/shares/shares.ts';
import { deleteTurns } from '../store/turns/delete-turns.ts';

interface Key {
  readonly pk: string;
  readonly sk: string;
}

export const handler = jobHandler(async (event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
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
});

/**
 * Idempotent: deleted items are not found again, `freeFile` subtracts a file's bytes only once, and every step of
 * `deleteAccount` is idempotent.
 */
async function remove({ eventName, dynamodb }: DynamoDBRecord): Promise<void> {
  const { pk, sk } = dynamodb?.Keys ?? {};
  const key = { pk: pk?.S ?? '', sk: sk?.S ?? '' };
  if (eventName === 'REMOVE') return await removeWithItem(key, dynamodb?.OldImage ?? {});
  const owner = eventName === 'INSERT' ? ownerOfTombstone(key) : undefined;
  if (owner !== undefined) await invokeAsync(ENV.deleteAccountFunction, { owner });
}

async function removeWithItem({ pk, sk }: Key, old: Record<string, AttributeValue>): Promise<void> {
  const chat = chatOfKey(pk, sk);
  if (chat) await purge(chat, old.projectId?.S);
  const project = projectOfContextKey(pk, sk);
  if (project) await removeFilesOfProject(project, fileIdsIn(old.files));
  const file = fileOfKey(pk, sk);
  if (!file) return;
  const { bytes, createdAt } = old;
  const removed = { bytes: Number(bytes?.N ?? 0), createdAt: createdAt?.S ?? 'unknown' };
  await freeFile(file.owner, { fileId: file.fileId, ...removed }, Date.now());
}

const fileIdsIn = (files: AttributeValue | undefined): string[] =>
  (files?.L ?? []).flatMap(({ M }) => M?.fileId?.S ?? []);

/** Does nothing if the chat exists again, e.g. because the user has imported it. */
async function purge(
  { owner, chatId }: { readonly owner: string; readonly chatId: string },
  projectId: string | undefined,
): Promise<void> {
  if (await getChatItem(owner, chatId)) return;
  await deleteTurns(owner, chatId);
  if (isGuestOwner(owner)) return;
  await forgetTurnsOf(owner, chatId);
  await removeSharesOfChat(owner, chatId);
  await removeFilesOfChat(owner, chatId);
  if (projectId !== undefined) await dropFromProject(owner, projectId, chatId);
}
