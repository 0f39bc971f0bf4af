/**
 * Removes files (decision 0108). A removal deletes the file's item. The stream of the table then reports the deletion
 * to `jobs/cleanUpAfterRemovals.ts`, which calls `freeFile`.
 */
import { wordedError } from '#contract/server-worded-errors';
import { deleteObjects, fileKey, textKey } from '../../runtime/file-objects.ts';
import {
  deleteFileItem,
  deleteUnlessBound,
  type FileItem,
  isRegistered,
  listFiles,
  readFileItems,
} from '../../store/files/files.ts';
import { freeStorage, type RemovedFile } from '../../store/files/put-file-and-free-storage.ts';
import { deletePassages } from '../../store/search/passage-rows.ts';
import { markFileRemoved } from '../../store/turns/mark-file-removed.ts';
import { indexesWithFile } from '../../store/turns/turns-with-file.ts';
import { broadcastOrLog } from '../broadcast-to-owner.ts';
import { leaveProject } from '../projects/project-files-and-instructions.ts';

export interface ShownIn {
  readonly chatId: string;
  readonly messageIndex: number;
}

/**
 * Removes a file that its user deletes. Without `shownIn`, the user has removed the file from a draft. In that case,
 * keeps a file that already belongs to a chat, because another tab has sent the draft.
 * @param shownIn message in which the user sees the file. If the file is bound to no chat, only this message shows the
 * file as removed. Otherwise, all messages with the file show it as removed.
 * @throws AppError `file_not_found` when the user has no such file
 */
export async function removeFile(owner: string, fileId: string, shownIn?: ShownIn): Promise<void> {
  const [file] = await readFileItems(owner, [fileId]);
  if (!file) throw wordedError('file_not_found');
  if (file.chatId !== undefined && !shownIn) return;
  if (file.projectId !== undefined) await leaveProject({ owner, projectId: file.projectId, fileId });
  for (const shown of await placesOf(owner, file, shownIn)) {
    await markFileRemoved({ owner, ...shown }, fileId);
    await broadcastOrLog(owner, [{ type: 'fileRemoved', data: { ...shown, fileId } }]);
  }
  // Deletes the item last, so that a repeated call still finds the file and finishes the steps above. For a project's
  // file, `leaveProject` has already deleted the item. No step is lost then: no message shows a project's file, so the
  // loop has nothing to do.
  if (shownIn) await deleteFileItem(owner, fileId);
  // Keeps a file that a worker has bound since the file was read: another tab has sent the draft.
  else await deleteUnlessBound(owner, file);
}

/**
 * Lists the messages that have a file. Until a turn is claimed, its files have no `chatId`, so only `shownIn` names the
 * message.
 */
async function placesOf(
  owner: string,
  { fileId, chatId }: Pick<FileItem, 'fileId' | 'chatId'>,
  shownIn: ShownIn | undefined,
): Promise<readonly ShownIn[]> {
  if (chatId === undefined) return shownIn ? [shownIn] : [];
  const indexes = await indexesWithFile(owner, chatId, fileId);
  return indexes.map((messageIndex) => ({ chatId, messageIndex }));
}

/** Removes the files of a chat whose item was removed. Idempotent. */
export async function removeFilesOfChat(owner: string, chatId: string): Promise<void> {
  for await (const files of listFiles(owner)) {
    const ofChat = files.filter((file) => file.chatId === chatId);
    await Promise.all(ofChat.map(({ fileId }) => deleteFileItem(owner, fileId, { chatId })));
  }
}

/**
 * Deletes what is left of a file whose item was removed: used storage, objects and passages. Idempotent. First
 * gives the storage back, which also stores the row `FREED#<fileId>`. From then on, the server refuses to register the
 * file id again. A client may have registered the id again before this row was stored. Then the objects belong to the
 * new item, and the removal of the new item deletes them.
 */
export async function freeFile(owner: string, file: RemovedFile, now: number): Promise<void> {
  await freeStorage(owner, file, now);
  if (await isRegistered(owner, file.fileId)) return;
  await deleteObjects([fileKey(owner, file.fileId), textKey(owner, file.fileId)]);
  await deletePassages(owner, file.fileId);
}
