/** Decides if a message may have its files, and describes them for its turn. */
import { AppError } from '#contract/errors';
import { tokensOfFiles } from '../../models/estimate-tokens.ts';
import type { FileItem, TurnFile } from '../../store/files/files.ts';
import { sentFilesError } from '../files/file-error.ts';
import type { Verdict } from '../quota/entitlement.ts';
import { filesToRoute } from '../routing/fit-files.ts';
import type { Snapshot, TurnRequest } from './lock-reserve-and-read.ts';

/**
 * Refuses a granted message for its files: when the plan allows no files, fewer files or fewer tokens of files, when the
 * sender has no such file for this chat, or when no model of the plan can take them.
 */
export function checkFiles(
  { request, files }: Pick<Snapshot, 'request' | 'files'>,
  verdict: Verdict,
): Verdict {
  const { fileIds, asking } = request;
  if (verdict.kind === 'refused' || fileIds === undefined || fileIds.length === 0) return verdict;
  const { allowance, candidates } = verdict;
  try {
    if (!allowance.files) throw new AppError('files_not_available', { field: 'files' });
    if (fileIds.length > allowance.files.perMessage) throw new AppError('too_many_files', { field: 'files' });
    if (files.length < fileIds.length || !files.every((file) => isFree(file, request)))
      throw new AppError('file_not_found', { field: 'files' });
    const { tokensPerMessage } = allowance.files;
    if (tokensOfFiles(files) > tokensPerMessage) throw sentFilesError('files_too_long');
    filesToRoute(asking.models, candidates, { files, planTokens: tokensPerMessage });
    return verdict;
  } catch (error) {
    if (error instanceof AppError) return { kind: 'refused', allowance, error };
    throw error;
  }
}

/** True for a file that no other chat has. */
const isFree = (file: FileItem, { chatId }: TurnRequest): boolean =>
  file.chatId === undefined || file.chatId === chatId;

/** Takes a turn's file from the file's item. */
export const turnFileOf = ({ fileId, name, kind, mediaType, bytes, tokens, ...more }: FileItem): TurnFile => {
  const { width, height, pages, textBytes } = more;
  return {
    ...{ fileId, name, kind, mediaType, bytes, tokens },
    ...(width !== undefined && { width }),
    ...(height !== undefined && { height }),
    ...(pages !== undefined && { pages }),
    ...(textBytes !== undefined && { textBytes }),
  };
};
