/** Finds the models that can take the files of a message (docs/spec.md 4.15). */
import type { ModelSpec } from '#contract/deployment-config';
import { AppError } from '#contract/errors';
import { findModel } from '../../models/catalogue.ts';
import { fileTokensOf, formsOf, type SentFile, tokensInForm } from '../../models/file-forms.ts';

/** Files of a conversation, as routing sees them. */
export interface FilesToRoute {
  readonly hasPictures: boolean;
  /** Ids of the candidates that cannot take all of the files that count. */
  readonly unfit: readonly string[];
}

interface Given {
  readonly files: readonly SentFile[];
  readonly earlier?: readonly SentFile[];
  /** Tokens of files that the plan allows. @default those of a model's context */
  readonly planTokens?: number | undefined;
}

/**
 * Returns what routing has to know of the files of a message. Undefined for a conversation without files.
 * @param earlier files of earlier messages, which count as well where a candidate can take them all: a question about a
 * picture is often followed by another. They are left out when the user chose the model.
 * @throws AppError `no_model_for_files` when none of the candidates can take all files of the message
 */
export function filesToRoute(
  models: readonly ModelSpec[],
  candidates: readonly string[],
  { files, earlier = [], planTokens }: Given,
): FilesToRoute | undefined {
  const all = [...earlier, ...files];
  if (all.length === 0) return undefined;
  const unfitFor = (some: readonly SentFile[]) =>
    candidates.filter((id) => {
      const model = findModel(models, id);
      return !model || !canTake(model, some, planTokens);
    });
  const hasPictures = (some: readonly SentFile[]) => some.some(({ kind }) => kind === 'image');
  const unfit = unfitFor(all);
  if (unfit.length < candidates.length) return { hasPictures: hasPictures(all), unfit };
  if (files.length === 0) return undefined;
  const unfitForMessage = unfitFor(files);
  if (unfitForMessage.length < candidates.length)
    return { hasPictures: hasPictures(files), unfit: unfitForMessage };
  const sees = candidates.some((id) => findModel(models, id)?.input?.includes('image'));
  throw new AppError('no_model_for_files', {
    field: 'files',
    ...(hasPictures(files) && !sees && { message: 'None of your models can see pictures.' }),
  });
}

function canTake(model: ModelSpec, files: readonly SentFile[], planTokens: number | undefined): boolean {
  const [forms = []] = formsOf(model, [{ files }], planTokens);
  const tokens = files.reduce((sum, file, n) => sum + tokensInForm(file, forms[n] ?? 'none'), 0);
  return !forms.includes('none') && tokens <= fileTokensOf(model);
}
