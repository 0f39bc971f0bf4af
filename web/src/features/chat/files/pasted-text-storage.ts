import { tabStorage } from '../../../lib/browser-storage.ts';
import { DRAFT_PREFIX } from '../../../lib/personal-data-storage.ts';

const pastedKey = (fileId: string): string => `${DRAFT_PREFIX}pasted:${fileId}`;

/**
 * Stores the pasted text of which a file was made. If the server refuses the file, or a reload interrupts the upload,
 * the user can remove the file and get the text back. The text is deleted when the file is ready, and at a logout.
 */
export const keepPastedText = (fileId: string, text: string): void => tabStorage.set(pastedKey(fileId), text);

export const pastedTextOf = (fileId: string): string => tabStorage.get(pastedKey(fileId)) ?? '';

export const forgetPastedText = (fileId: string): void => tabStorage.remove(pastedKey(fileId));
