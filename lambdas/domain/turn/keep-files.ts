/** Keeps the files of a claimed turn, and removes those that an edit has dropped. */
import { log } from '../../runtime/log.ts';
import { retry } from '../../runtime/retry.ts';
import { bindFile, deleteFileItem } from '../../store/files/files.ts';
import { markFileRemoved } from '../../store/turns/removed-files.ts';
import type { ReplyJob } from './reply-job.ts';

const TRIES = { tries: 3, pauseMs: 200 };

/**
 * Binds the turn's files to its chat, so that they do not expire, and removes dropped ones. Idempotent. A turn without
 * either makes no call. A file that is gone is marked as removed in the turn. The caller has claimed the turn before, so
 * that files of a refused or abandoned message still expire.
 */
export async function keepFiles({
  owner,
  chatId,
  messageIndex,
  requestId,
  files = [],
  droppedFiles = [],
}: ReplyJob): Promise<void> {
  if (files.length + droppedFiles.length === 0) return;
  const now = Date.now();
  await retry(async () => {
    const bound = await Promise.all(files.map(({ fileId }) => bindFile(owner, { fileId, chatId, now })));
    // A file may have been removed since the message was accepted. The claim has taken its mark off the turn.
    const gone = files.filter((_, n) => bound[n] === undefined);
    if (gone.length > 0) log('WARN', 'files of a turn are gone', { requestId, count: gone.length });
    const ref = { owner, chatId, messageIndex };
    await Promise.all(gone.map(({ fileId }) => markFileRemoved(ref, fileId)));
    await Promise.all(droppedFiles.map((fileId) => deleteFileItem(owner, fileId, chatId)));
  }, TRIES);
}
