/** Tells routing which models cannot take the files of a message and its conversation (docs/spec.md 4.15). */
import type { ModelSpec } from '#contract/deployment-config';
import { AppError } from '#contract/error-codes';
import { wordedError } from '#contract/server-worded-errors';
import {
  fileTokensOf,
  formsOf,
  projectFormsOf,
  type SentFile,
  tokensInForms,
} from '../../models/files-as-bytes-or-text.ts';
import { findModel } from '../../models/find-model-spec.ts';

export interface FilesToRoute {
  readonly hasPictures: boolean;
  /** Ids of the candidates that cannot take all files of the set that `filesToRoute` has found. */
  readonly unfit: readonly string[];
}

interface Given {
  readonly files: readonly SentFile[];
  readonly earlier?: readonly SentFile[];
  /** Files of the chat's project. @default none */
  readonly projectFiles?: readonly SentFile[] | undefined;
  /** Tokens of files that the plan allows. @default only the model's context limits them */
  readonly planTokens?: number | undefined;
}

/**
 * Finds the first of these sets that is not empty and that at least one candidate can take completely:
 * 1. files of the message, of the project and of earlier messages
 * 2. files of the message and of the project
 * 3. files of the message and of earlier messages
 * 4. files of the message
 * @param earlier files of earlier messages, because users often ask again about the same picture. If the user chose
 * the model, the caller leaves them out, so that earlier files do not exclude that model.
 * @returns undefined if none of these sets is found and the message has no files
 * @throws AppError `no_model_for_files` when none of the candidates can take all files of the message
 */
export function filesToRoute(
  models: readonly ModelSpec[],
  candidates: readonly string[],
  { files, earlier = [], projectFiles = [], planTokens }: Given,
): FilesToRoute | undefined {
  const all = [...earlier, ...files];
  if (all.length + projectFiles.length === 0) return undefined;
  const hasPictures = (some: readonly SentFile[]) => some.some(({ kind }) => kind === 'image');
  const fitting = (some: readonly SentFile[], isWithProject: boolean): FilesToRoute | undefined => {
    const counted = isWithProject ? [...projectFiles, ...some] : some;
    if (counted.length === 0) return undefined;
    const unfit = candidates.filter((id) => {
      const model = findModel(models, id);
      return !model || !canTake(model, some, { projectFiles, planTokens, isWithProject });
    });
    return unfit.length < candidates.length ? { hasPictures: hasPictures(counted), unfit } : undefined;
  };
  const found = fitting(all, true) ?? fitting(files, true) ?? fitting(all, false);
  if (found || files.length === 0) return found;
  const withoutProject = fitting(files, false);
  if (withoutProject) return withoutProject;
  const sees = candidates.some((id) => findModel(models, id)?.input?.includes('image'));
  const field = 'files';
  if (hasPictures(files) && !sees)
    throw new AppError('no_model_for_files', { field, message: 'None of your models can see pictures.' });
  throw wordedError('no_model_for_files', { field });
}

interface Beside extends Pick<Given, 'projectFiles' | 'planTokens'> {
  /**
   * True if the model must take all files of the project. If false, the model gets only those files of the project that
   * it can take. The tokens of these files are counted too.
   */
  readonly isWithProject: boolean;
}

function canTake(
  model: ModelSpec,
  files: readonly SentFile[],
  { projectFiles = [], planTokens, isWithProject }: Beside,
): boolean {
  const ofProject = projectFormsOf(model, projectFiles, planTokens);
  const [forms = []] = formsOf(model, [{ files }], { planTokens, projectFiles });
  const tokens = tokensInForms(projectFiles, ofProject) + tokensInForms(files, forms);
  const isWhole = !forms.includes('none') && !(isWithProject && ofProject.includes('none'));
  return isWhole && tokens <= fileTokensOf(model);
}
