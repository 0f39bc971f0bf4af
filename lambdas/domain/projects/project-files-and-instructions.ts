/**
 * Files and instructions of a project (decision 0127). Each change is one transaction, which fails if the project's
 * files or instructions have changed since they were read. `retryUntilWritten` then repeats the read and the
 * transaction.
 */
import type { Allowance, ModelSpec } from '#contract/deployment-config';
import type { FileInfo, Project } from '#contract/entities';
import { AppError } from '#contract/error-codes';
import { PROJECT } from '#contract/limits';
import { wordedError } from '#contract/server-worded-errors';
import { tokensOfFiles } from '../../models/estimate-tokens.ts';
import { retryUntilWritten } from '../../runtime/retry.ts';
import {
  deleteFileItem,
  deleteFromProject,
  type FileItem,
  giveToProject,
  isUsable,
  readFileItems,
  type TurnFile,
} from '../../store/files/files.ts';
import {
  changeProjectContext,
  isContextUsed,
  type ProjectContext,
  readProjectContext,
} from '../../store/project-context.ts';
import { readProject } from '../../store/projects.ts';
import { broadcastOrLog } from '../broadcast-to-owner.ts';
import { toFileInfo, turnFileOf } from '../files/convert-file-items.ts';
import { fileError } from '../files/file-error.ts';
import { candidatesOf } from '../routing/choose-model.ts';
import { filesToRoute } from '../routing/match-files-to-models.ts';

interface InProject {
  readonly owner: string;
  readonly projectId: string;
}

interface Rules {
  readonly allowance: Allowance;
  readonly models: readonly ModelSpec[];
}

export const listProjectFiles = async ({ owner, projectId }: InProject): Promise<FileInfo[]> =>
  described((await readFor({ owner, projectId })).context.files);

/**
 * Adds a file that was uploaded and registered, and that no message and no project has yet.
 * @throws AppError `project_not_found`, `too_many_project_files`, `file_not_found`, `files_not_available`,
 * `files_too_long`, `no_model_for_files`, or `too_many_requests` when other writes came first in every attempt
 */
export async function addProjectFile(
  { owner, projectId, fileId }: InProject & { readonly fileId: string },
  rules: Rules,
  now: number,
): Promise<FileInfo[]> {
  const files = await retryUntilWritten(async () => {
    const [{ context: seen }, [item]] = await Promise.all([
      readFor({ owner, projectId }),
      readFileItems(owner, [fileId]),
    ]);
    if (isIn(seen, fileId)) return seen.files;
    if (!item || !isFree(item, now)) throw wordedError('file_not_found');
    if (seen.files.length >= PROJECT.filesMax) throw fileError('too_many_project_files');
    const changed = [...seen.files, turnFileOf(item)];
    refuseUnfit(changed, rules);
    const ofFile = giveToProject(owner, { fileId, projectId, now });
    const isWritten = await changeProjectContext({
      ...{ owner, projectId, seen, ofFile },
      change: { files: changed },
    });
    return isWritten ? changed : undefined;
  });
  await tellChanged({ owner, projectId });
  return described(files);
}

/**
 * Takes a file out of a project and deletes it. Changes nothing if the project does not have the file.
 * @throws AppError `project_not_found`, or `too_many_requests` (see {@link addProjectFile})
 */
export async function removeProjectFile({
  owner,
  projectId,
  fileId,
}: InProject & { readonly fileId: string }): Promise<FileInfo[]> {
  const files = await retryUntilWritten(async () => {
    const { context: seen } = await readFor({ owner, projectId });
    if (!isIn(seen, fileId)) return seen.files;
    const left = seen.files.filter((file) => file.fileId !== fileId);
    const ofFile = deleteFromProject(owner, fileId, projectId);
    const isWritten = await changeProjectContext({
      ...{ owner, projectId, seen, ofFile },
      change: { files: left },
    });
    return isWritten ? left : undefined;
  });
  await tellChanged({ owner, projectId });
  return described(files);
}

/** Removes a file from its project, and deletes the file. Does nothing if the project no longer exists. */
export async function leaveProject(file: InProject & { readonly fileId: string }): Promise<void> {
  try {
    await removeProjectFile(file);
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'project_not_found')) throw error;
  }
}

/**
 * Replaces a project's instructions. An empty text removes them. If two devices write instructions at once, the later
 * write wins.
 * @returns true if the project now has instructions or files
 * @throws AppError `project_not_found`, or `too_many_requests` (see {@link addProjectFile})
 */
export async function setProjectInstructions(
  { owner, projectId }: InProject,
  text: string,
): Promise<boolean> {
  const context = await retryUntilWritten(async () => {
    const { context: seen } = await readFor({ owner, projectId });
    const isWritten = await changeProjectContext({ owner, projectId, seen, change: { text } });
    return isWritten ? { ...seen, text } : undefined;
  });
  await tellChanged({ owner, projectId });
  return isContextUsed(context);
}

export async function removeFilesOfProject(
  { owner, projectId }: InProject,
  fileIds: readonly string[],
): Promise<void> {
  await Promise.all(fileIds.map((fileId) => deleteFileItem(owner, fileId, { projectId })));
}

/** @throws AppError `project_not_found` */
async function readFor({ owner, projectId }: InProject) {
  const [project, context] = await Promise.all([
    readProject(owner, projectId),
    readProjectContext(owner, projectId),
  ]);
  if (!project) throw wordedError('project_not_found');
  return { project, context };
}

const isIn = ({ files }: ProjectContext, fileId: string): boolean =>
  files.some((file) => file.fileId === fileId);

const isFree = (file: FileItem, now: number): boolean =>
  isUsable(file, now) && file.chatId === undefined && file.projectId === undefined;

/**
 * @throws AppError if the plan allows no files, if the files have more tokens than the plan allows, or if none of the
 * plan's models can take all the files
 */
function refuseUnfit(files: readonly TurnFile[], { allowance, models }: Rules): void {
  if (!allowance.files) throw wordedError('files_not_available');
  const { tokensPerMessage: planTokens } = allowance.files;
  if (tokensOfFiles(files) > planTokens) throw new AppError('files_too_long', { message: TOO_LONG });
  const candidates = candidatesOf(models, allowance, undefined);
  if (!filesToRoute(models, candidates, { files: [], projectFiles: files, planTokens }))
    throw new AppError('no_model_for_files', { message: NO_MODEL });
}

const TOO_LONG =
  'With this file, the files of the project are too long for your plan. Add a shorter one, or remove another first.';
const NO_MODEL = 'None of your models can take this file together with the others of the project.';

const described = (files: readonly TurnFile[]): FileInfo[] => files.map((file) => toFileInfo(file));

async function tellChanged({ owner, projectId }: InProject): Promise<void> {
  const project: Project | undefined = await readProject(owner, projectId);
  if (project) await broadcastOrLog(owner, [{ type: 'projectChanged', data: project }]);
}
