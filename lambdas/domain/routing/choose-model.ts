/** Which model answers a message, and why (docs/spec.md 4.15). */
import type { Allowance, ModelSpec } from '#contract/config';
import { AppError } from '#contract/errors';
import { findModel } from '../../models/catalogue.ts';
import { type ChatContext, needOf } from './classify-message.ts';
import type { Health } from './model-health.ts';
import { forNeed, forNeedInstead, type Need, ONLY_ONE, REQUESTED } from './needs.ts';

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

/** Of a need that a model's configuration does not rate. */
const UNRATED = 0.5;
/** How much the whole span of prices weighs against strength. What is easy is left to what is cheap. */
const COST_WEIGHTS: Readonly<Record<Need, number>> = {
  code: 0.1,
  reasoning: 0.1,
  language: 0.1,
  creative: 0.1,
  long: 0.1,
  general: 0.2,
  quick: 0.3,
};
/** A hundredfold price is the whole span. */
const SPAN = Math.log(100);
/** US dollars, so that a free model's price has a logarithm. */
const LEAST_PRICE = 0.05;

interface Choosing {
  readonly need: Need;
  /** Tokens that the model must take in and put out. */
  readonly tokens?: number;
  readonly health?: Health;
}

/**
 * The models, best first: strength in what is needed, less cost, less recent failures. Those whose context is
 * too small come last; equals keep their order. Pure.
 */
function rankModels(models: readonly ModelSpec[], choosing: Choosing): ModelSpec[] {
  const cheapest = Math.min(...models.map(priceOf));
  const { need, tokens = 0, health } = choosing;
  const worth = (model: ModelSpec): number => {
    const strength = model.strengths?.[need] ?? UNRATED;
    const cost = Math.min(1, Math.log(priceOf(model) / cheapest) / SPAN);
    const misfit = model.contextTokens < tokens ? 10 : 0;
    return strength - COST_WEIGHTS[need] * cost - (health?.get(model.id) ?? 0) - misfit;
  };
  return models
    .map((model) => ({ model, worth: worth(model) }))
    .toSorted((a, b) => b.worth - a.worth)
    .map(({ model }) => model);
}

const priceOf = ({ price }: ModelSpec): number => Math.max(LEAST_PRICE, price.input + price.output);
