import { removeFile } from './draft-file-actions.ts';
import type { FileDrafts } from './state/draft-files.ts';

/**
 * Removes the files of a deleted chat's unsent message (draft), so that they do not use the user's storage. Never
 * rejects: files that cannot be removed now expire on the server a week after their registration.
 */
export async function discardDraft(drafts: FileDrafts, chatId: string): Promise<void> {
  const draft = drafts.of(chatId);
  await Promise.all(draft.state.get().files.map(({ fileId }) => removeFile(draft, fileId)));
}
