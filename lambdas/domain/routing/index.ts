/** Which model answers a message, and why (docs/spec.md 4.15). */
import type { Allowance, ModelSpec } from '#contract/config';
import { AppError } from '#contract/errors';
import { findModel } from '../../models/catalogue.ts';
import { rankModels } from './choose.ts';
import { type ChatContext, needOf } from './classify.ts';
import type { Health } from './health.ts';
import type { Need } from './needs.ts';
import { forNeed, forNeedInstead, ONLY_ONE, REQUESTED } from './reasons.ts';

/** Need of a message, and the models that may answer it; the worker knows how they fare. */
export interface Routing {
  readonly need: Need;
  /** Ids of the models the caller may use, in their order of preference; the one asked for stands first. */
  readonly candidates: readonly string[];
  readonly isRequested: boolean;
  /** Tokens that the conversation and its reply take. */
  readonly tokens: number;
}

export interface Route {
  readonly model: ModelSpec;
  /** One line for the user. */
  readonly reason: string;
  /** Models that answer if this one does not, the best first. */
  readonly others: readonly ModelSpec[];
}

/**
 * Checks the model asked for, before anything is done for the message.
 * @throws AppError `model_not_available`: the caller may not use it, or may use none
 */
export function candidatesOf(
  models: readonly ModelSpec[],
  allowance: Allowance,
  requested: string | undefined,
): string[] {
  const usable = allowance.models.filter((id) => findModel(models, id));
  if (usable.length === 0 || (requested !== undefined && !usable.includes(requested)))
    throw new AppError('model_not_available', { field: 'model' });
  return requested === undefined ? usable : [requested, ...usable.filter((id) => id !== requested)];
}

export interface Message extends ChatContext {
  readonly text: string;
  readonly tokens: number;
  readonly isRequested: boolean;
}

/** Gathers what the worker must know to choose. Pure; the candidates are of `candidatesOf`. */
export function routingOf(candidates: readonly string[], message: Message): Routing {
  const { text, tokens, isRequested, ...chat } = message;
  return { need: needOf(text, chat), candidates, isRequested, tokens };
}

/**
 * The model that answers, by what is needed, by how models fare, and by cost. Pure.
 * @throws AppError `model_not_available` when the catalogue has none of the candidates
 */
export function chooseModel(models: readonly ModelSpec[], routing: Routing, health: Health): Route {
  const { need, tokens, isRequested } = routing;
  const usable = routing.candidates.flatMap((id) => findModel(models, id) ?? []);
  const [first, ...rest] = isRequested ? usable : rankModels(usable, { need, tokens, health });
  if (!first) throw new AppError('model_not_available', { field: 'model' });
  if (isRequested)
    return { model: first, reason: REQUESTED, others: rankModels(rest, { need, tokens, health }) };
  return { model: first, reason: reasonFor(first, usable, routing), others: rest };
}

function reasonFor(model: ModelSpec, usable: readonly ModelSpec[], { need, tokens }: Routing): string {
  if (usable.length === 1) return ONLY_ONE;
  const [best = model] = rankModels(usable, { need, tokens });
  return best.id === model.id ? forNeed(need) : forNeedInstead(need, best);
}
