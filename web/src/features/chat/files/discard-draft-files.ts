import { removeFile } from './draft-file-actions.ts';
import type { FileDrafts } from './state/draft-files.ts';

/**
 * Removes the files of a deleted chat's unsent message (draft), so that they do not use the user's storage. Never
 * rejects. If the removal of a file fails, the file expires on the server a week after its registration.
 */
export async function discardDraft(drafts: FileDrafts, chatId: string): Promise<void> {
  const draft = drafts.of(chatId);
  await Promise.all(draft.state.get().files.map(({ fileId }) => removeFile(draft, fileId)));
}
