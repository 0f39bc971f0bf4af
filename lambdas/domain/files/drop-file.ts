import { deleteUnlessBound, readFileItems } from '../../store/files/files.ts';
import { indexesWithFile } from '../../store/turns/turns-with-file.ts';

/** Tries to remove a dropped file while turns bind it. */
const ATTEMPTS = 5;

/**
 * Removes a file that an edit has dropped, unless a turn of its chat names it. Idempotent, also long after the edit: a
 * later message may have named the file before this call, or does so during it. Such a message binds the file after its
 * turn is stored, so either the turn is found here, or the item has changed.
 */
export async function dropFile(owner: string, chatId: string, fileId: string): Promise<void> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const [file] = await readFileItems(owner, [fileId]);
    if (file?.chatId !== chatId || (await indexesWithFile(owner, chatId, fileId)).length > 0) return;
    if (await deleteUnlessBound(owner, file)) return;
  }
}
