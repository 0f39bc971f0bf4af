import { log } from '../../runtime/log.ts';
import { retry } from '../../runtime/retry.ts';
import { bindFile, deleteUnlessBound, readFileItems, type TurnFile } from '../../store/files/files.ts';
import { markFileRemoved } from '../../store/turns/mark-file-removed.ts';
import type { TurnRef } from '../../store/turns/turns.ts';
import { indexesWithFile } from '../../store/turns/turns-with-file.ts';
import type { ReplyJob } from './reply-job.ts';

const TRIES = { tries: 3, pauseMs: 200 };
/** Attempts to remove a dropped file. An attempt fails if a turn binds the file between the read and the deletion. */
const DROP_ATTEMPTS = 5;

/**
 * Binds the turn's files to its chat, so that they do not expire before the chat, and removes dropped files.
 * Idempotent. The caller must have claimed the turn, so that files of a refused or abandoned message still expire.
 */
export async function keepFiles(job: ReplyJob): Promise<void> {
  await bindFiles(job, job);
  await dropFiles(job);
}

/**
 * Binds a turn's files to its chat. A file that cannot be bound, because it is gone or belongs to another chat or to a
 * project, is marked as removed in the turn.
 */
export async function bindFiles(
  { owner, chatId, messageIndex }: TurnRef,
  {
    requestId = '',
    files = [],
    ttl,
  }: Partial<Pick<ReplyJob, 'requestId' | 'ttl'>> & { readonly files?: readonly TurnFile[] | undefined },
): Promise<void> {
  if (files.length === 0) return;
  const now = Date.now();
  await retry(async () => {
    const bound = await Promise.all(
      files.map(({ fileId }) => bindFile(owner, { fileId, chatId, requestId, now, ttl })),
    );
    // A file may have been removed after the message was accepted and before this turn was stored. The removal then
    // could not mark the file in this turn, so the file is marked here.
    const gone = files.filter((_, n) => bound[n] === undefined);
    if (gone.length > 0) log('WARN', 'files of a turn are gone', { requestId, count: gone.length });
    const ref = { owner, chatId, messageIndex };
    await Promise.all(gone.map(({ fileId }) => markFileRemoved(ref, fileId)));
  }, TRIES);
}

/** Removes the files that an edit has dropped, unless another turn of the chat names them. Idempotent. */
export async function dropFiles({
  owner,
  chatId,
  droppedFiles = [],
}: Pick<ReplyJob, 'owner' | 'chatId' | 'droppedFiles'>): Promise<void> {
  await retry(() => Promise.all(droppedFiles.map((fileId) => dropFile(owner, chatId, fileId))), TRIES);
}

/**
 * Removes a file, unless a turn of the chat names it. The removal can be repeated long after the edit, when a later
 * message may name the file. The worker of that message first stores the turn, then binds the file. If the
 * worker binds the file before the deletion here, the deletion fails. The next attempt then finds the turn and keeps
 * the file. If the worker tries to bind the file after the deletion, `bindFiles` marks the file as removed in the turn.
 */
async function dropFile(owner: string, chatId: string, fileId: string): Promise<void> {
  for (let attempt = 1; attempt <= DROP_ATTEMPTS; attempt++) {
    const [file] = await readFileItems(owner, [fileId]);
    if (file?.chatId !== chatId || (await indexesWithFile(owner, chatId, fileId)).length > 0) return;
    if (await deleteUnlessBound(owner, file)) return;
  }
  log('WARN', 'dropped file not removed', { attempt: DROP_ATTEMPTS });
}
