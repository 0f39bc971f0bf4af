import { AppError } from '#contract/error-codes';
import { wordedError } from '#contract/server-worded-errors';
import { tokensOfFiles } from '../../models/estimate-tokens.ts';
import { mostTokensOfProject } from '../../models/files-as-bytes-or-text.ts';
import type { FileItem } from '../../store/files/files.ts';
import { sentFilesError } from '../files/file-error.ts';
import type { Verdict } from '../quota/decide-if-reply-allowed.ts';
import { filesToRoute } from '../routing/match-files-to-models.ts';
import type { Snapshot, TurnRequest } from './lock-reserve-and-read.ts';

/**
 * Changes a granted verdict to a refusal if the message names files that the sender may not use, if the files of the
 * message and its project are more than the plan allows, or if no model of the plan takes the message's own files.
 */
export function checkFiles(
  { request, files, project }: Pick<Snapshot, 'request' | 'files' | 'project'>,
  verdict: Verdict,
): Verdict {
  const { fileIds = [], asking } = request;
  const projectFiles = project?.files ?? [];
  if (verdict.kind === 'refused' || fileIds.length + projectFiles.length === 0) return verdict;
  const { allowance, candidates } = verdict;
  try {
    // The project may have got its files under an earlier plan. A plan without files still allows messages in the
    // project that have no files themselves. The model gets none of the project's files.
    if (!allowance.files && fileIds.length === 0) return verdict;
    if (!allowance.files) throw wordedError('files_not_available', { field: 'files' });
    if (fileIds.length > allowance.files.perMessage) throw wordedError('too_many_files', { field: 'files' });
    if (files.length < fileIds.length || !files.every((file) => isFree(file, request)))
      throw wordedError('file_not_found', { field: 'files' });
    const { tokensPerMessage } = allowance.files;
    refuseTooLong(files, mostTokensOfProject(projectFiles, tokensPerMessage), tokensPerMessage);
    filesToRoute(asking.models, candidates, { files, projectFiles, planTokens: tokensPerMessage });
    return verdict;
  } catch (error) {
    if (error instanceof AppError) return { kind: 'refused', allowance, error };
    throw error;
  }
}

/** @param most tokens that the plan allows for the files of the message and its project together */
function refuseTooLong(files: readonly FileItem[], ofProject: number, most: number): void {
  const tokens = tokensOfFiles(files);
  if (tokens > most) throw sentFilesError('files_too_long');
  if (ofProject > most) throw new AppError('files_too_long', { message: PROJECT_TOO_LONG });
  if (tokens + ofProject > most)
    throw new AppError('files_too_long', { message: TOO_LONG_TOGETHER, field: 'files' });
}

const PROJECT_TOO_LONG = 'The files of this chat’s project are too long for your plan. Remove some of them.';
const TOO_LONG_TOGETHER =
  'Together with the files of the project, these are too long for one message of your plan. Send fewer or shorter ones.';

const isFree = (file: FileItem, { chatId }: TurnRequest): boolean =>
  file.projectId === undefined && (file.chatId === undefined || file.chatId === chatId);
