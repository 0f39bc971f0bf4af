import { removeFile } from './draft-file-actions.ts';
import type { FileDrafts } from './state/draft-files.ts';

/**
 * Removes the files of a deleted chat's draft, so that they do not use the user's storage. Never rejects: a file that
 * could not be removed expires on the server.
 */
export async function discardDraft(drafts: FileDrafts, chatId: string): Promise<void> {
  const draft = drafts.of(chatId);
  await Promise.all(draft.state.get().files.map(({ fileId }) => removeFile(draft, fileId)));
}
