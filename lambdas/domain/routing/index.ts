import type { Allowance, ModelSpec } from '#contract/config';
import { AppError } from '#contract/errors';
import { findModel } from '../../models/catalogue.ts';

export interface Route {
  readonly model: ModelSpec;
  /** One line for the user. */
  readonly reason: string;
}

/**
 * The model that answers: the one asked for, if the caller may use it, else the first of theirs.
 * @throws AppError `model_not_available`
 */
export function routeMessage(
  models: readonly ModelSpec[],
  allowance: Allowance,
  requested: string | undefined,
): Route {
  const id = requested ?? allowance.models[0];
  const model = id !== undefined && allowance.models.includes(id) ? findModel(models, id) : undefined;
  if (!model) throw new AppError('model_not_available', { field: 'model' });
  return { model, reason: requested ? 'You chose this model.' : 'Chosen automatically.' };
}
