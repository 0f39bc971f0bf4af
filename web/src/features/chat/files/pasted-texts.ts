/**
 * Keeps the text of a file that was made of a pasted text until the file is ready. Nothing else holds the text when the
 * server refuses the file or a reload interrupts its upload. The text is kept beside the drafts, so a logout removes it.
 */
import { draftStorage } from '../../../lib/draft-storage.ts';

const keyOf = (fileId: string): string => `pasted:${fileId}`;

export const keepPastedText = (fileId: string, text: string): void => draftStorage.set(keyOf(fileId), text);

/** Returns the kept text; '' if none is kept. */
export const pastedTextOf = (fileId: string): string => draftStorage.get(keyOf(fileId));

export const forgetPastedText = (fileId: string): void => draftStorage.set(keyOf(fileId), '');
