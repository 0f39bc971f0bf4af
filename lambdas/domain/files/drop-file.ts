import { deleteUnlessBound, readFileItems } from '../../store/files/files.ts';
import { indexesWithFile } from '../../store/turns/turns-with-file.ts';

/** Largest number of attempts. An attempt fails when a turn binds the file between the read and the deletion. */
const ATTEMPTS = 5;

/**
 * Removes a file that an edit has dropped, unless a turn of its chat names it. Idempotent, also long after the edit. A
 * later message may name the file before this call or during it. Such a message binds the file after its turn is
 * stored. So either the turn is found here, or the deletion finds the file bound since it was read, and is tried again.
 */
export async function dropFile(owner: string, chatId: string, fileId: string): Promise<void> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const [file] = await readFileItems(owner, [fileId]);
    if (file?.chatId !== chatId || (await indexesWithFile(owner, chatId, fileId)).length > 0) return;
    if (await deleteUnlessBound(owner, file)) return;
  }
}
