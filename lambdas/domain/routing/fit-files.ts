/** Finds the models that can take the files of a message (docs/spec.md 4.15). */
import type { ModelSpec } from '#contract/config';
import { AppError } from '#contract/errors';
import { findModel } from '../../models/catalogue.ts';
import { formsOf, type SentFile, tokensInForm } from '../../models/file-forms.ts';

/** Files of a new message, as routing sees them. */
export interface FilesToRoute {
  readonly hasPictures: boolean;
  /** Ids of the candidates that cannot take all of the files. */
  readonly unfit: readonly string[];
}

/** Share of a model's context that files may fill. The rest is for the conversation and the reply. */
const MOST_OF_CONTEXT = 0.8;

/**
 * Returns what routing has to know of a message's files. Undefined for a message without files.
 * @throws AppError `no_model_for_files` when none of the candidates can take them all
 */
export function filesToRoute(
  models: readonly ModelSpec[],
  candidates: readonly string[],
  files: readonly SentFile[],
): FilesToRoute | undefined {
  if (files.length === 0) return undefined;
  const unfit = candidates.filter((id) => {
    const model = findModel(models, id);
    return !model || !canTake(model, files);
  });
  const hasPictures = files.some(({ kind }) => kind === 'image');
  if (unfit.length < candidates.length) return { hasPictures, unfit };
  const sees = candidates.some((id) => findModel(models, id)?.input?.includes('image'));
  throw new AppError('no_model_for_files', {
    field: 'files',
    ...(hasPictures && !sees && { message: 'None of your models can see pictures.' }),
  });
}

function canTake(model: ModelSpec, files: readonly SentFile[]): boolean {
  const [forms = []] = formsOf(model, [{ files }]);
  const tokens = files.reduce((sum, file, n) => sum + tokensInForm(file, forms[n] ?? 'none'), 0);
  return !forms.includes('none') && tokens <= model.contextTokens * MOST_OF_CONTEXT;
}
