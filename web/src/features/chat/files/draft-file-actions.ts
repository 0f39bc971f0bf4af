/** The tray is the page's `FileUploader` (`state/file-uploader.ts`). Its script is loaded when it is first needed. */
import { fileDraftCopy } from './early-files-copy.ts';
import { forgetPastedText } from './pasted-text-storage.ts';
import type { FileDraft } from './state/draft-files.ts';

const tray = async () => (await import('./file-uploader-of-page.ts')).fileUploader();

/**
 * Adds files to a draft. Resolves with true if the tray has accepted all of them. Never rejects: a failure shows a
 * notice in the draft.
 */
export async function addFiles(draft: FileDraft, files: readonly File[]): Promise<boolean> {
  if (files.length === 0) return true;
  draft.update({ isChecking: true, notices: [] });
  try {
    return await (await tray()).add(draft, files);
  } catch (error) {
    console.warn('Files could not be added', error);
    draft.update({ isChecking: false, notices: [fileDraftCopy.unavailable] });
    return false;
  }
}

/** Retries a failed upload. If the tray cannot be loaded, the file stays failed. */
export const retryFile = (draft: FileDraft, fileId: string): Promise<void> =>
  tray().then(
    (found) => found.retry(draft, fileId),
    () => undefined,
  );

/**
 * Removes a file from a draft at once, and then from the server. Never rejects. If the removal from the server fails,
 * the server removes the file itself, because an unsent file expires a week after its registration.
 */
export function removeFile(draft: FileDraft, fileId: string): Promise<void> {
  const file = draft.find(fileId);
  draft.remove(fileId);
  forgetPastedText(fileId);
  return tray()
    .then((found) => found.discard(fileId, file?.phase))
    .catch(() => undefined);
}
