/** Binds the files of a claimed turn to its chat, and removes the files that an edit took out of the message. */
import { log } from '../../runtime/log.ts';
import { retry } from '../../runtime/retry.ts';
import { bindFile, deleteUnlessBound, readFileItems, type TurnFile } from '../../store/files/files.ts';
import { markFileRemoved } from '../../store/turns/mark-file-removed.ts';
import type { TurnRef } from '../../store/turns/turns.ts';
import { indexesWithFile } from '../../store/turns/turns-with-file.ts';
import type { ReplyJob } from './reply-job.ts';

const TRIES = { tries: 3, pauseMs: 200 };
/**
 * Largest number of attempts to remove a dropped file. An attempt reads the file and then deletes it. The attempt fails
 * when a turn binds the file in between. After the last attempt the file stays, which is logged.
 */
const DROP_ATTEMPTS = 5;

/**
 * Binds the turn's files to its chat, so that they do not expire before the chat, and removes dropped files.
 * Idempotent. Makes no call if there is no file to bind or to remove. The caller must have claimed the turn, so that
 * files of a refused or abandoned message still expire.
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
    // A file may have been removed since the message was accepted. If the removal marked it in the turn that this turn
    // replaces, the claim has overwritten the mark, so the mark is set again.
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
 * Removes a file that an edit has dropped, unless a turn of its chat names the file. Safe to repeat long after the
 * edit, although a later message may name the file before or during this call. The turn of that message is stored
 * first, and then binds the file. If this call finds the turn, the file stays. If the turn binds the file between the
 * read and the deletion, the deletion fails, and the next attempt finds the turn. If the turn binds the file after the
 * deletion, `bindFiles` marks the file as removed in the turn.
 */
async function dropFile(owner: string, chatId: string, fileId: string): Promise<void> {
  for (let attempt = 1; attempt <= DROP_ATTEMPTS; attempt++) {
    const [file] = await readFileItems(owner, [fileId]);
    if (file?.chatId !== chatId || (await indexesWithFile(owner, chatId, fileId)).length > 0) return;
    if (await deleteUnlessBound(owner, file)) return;
  }
  log('WARN', 'dropped file not removed', { attempt: DROP_ATTEMPTS });
}
