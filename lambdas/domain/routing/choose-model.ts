import type { Allowance, ModelSpec } from '#contract/deployment-config';
import { wordedError } from '#contract/server-worded-errors';
import { findModel } from '../../models/find-model-spec.ts';
import { costOf } from '../../models/model-cost.ts';
import type { CachedPrefix } from './cached-prefix.ts';
import type { FilesToRoute } from './match-files-to-models.ts';
import { type Health, LEFT_OUT } from './model-health.ts';
import {
  FOR_PICTURES,
  insteadOfRefusing,
  insteadOfUnfit,
  type Need,
  ONLY_ONE,
  REQUESTED,
  reasonForCached,
  reasonForNeeds,
} from './needs-and-reasons.ts';

/** Input of `chooseModel`. */
export interface Routing {
  readonly need: Need;
  /** Second need that the message may have. Routing then looks for a model that is good at both. */
  readonly second?: Need;
  /** Ids of the models that the caller may use, in order of preference. A model that the user chose comes first. */
  readonly candidates: readonly string[];
  /** True if the user chose a model: the first of `candidates`. */
  readonly isRequested: boolean;
  /** Estimated tokens of the conversation and its reply. */
  readonly tokens: number;
  readonly cached?: CachedPrefix;
  /** Facts about the files that the model must take (`filesToRoute`). @default none */
  readonly files?: FilesToRoute;
}

export interface Route {
  readonly model: ModelSpec;
  /** Sentence for the user. */
  readonly reason: string;
  /** Models to call if `model` does not answer, the best first. */
  readonly others: readonly ModelSpec[];
}

/**
 * Lists the ids of the models that the caller may use, with the requested one first.
 * @throws AppError `model_not_available`: the caller may not use the requested model, or may use none
 */
export function candidatesOf(
  models: readonly ModelSpec[],
  allowance: Allowance,
  requested: string | undefined,
): string[] {
  const usable = allowance.models.filter((id) => findModel(models, id));
  if (usable.length === 0 || (requested !== undefined && !usable.includes(requested)))
    throw wordedError('model_not_available', { field: 'model' });
  return requested === undefined ? usable : [requested, ...usable.filter((id) => id !== requested)];
}

/**
 * Chooses the model (docs/spec.md 4.15): the one that the user chose if it can answer, otherwise the best by need,
 * cost, prompt cache and recent failures. Pure.
 * @throws AppError `model_not_available`: each candidate is missing from the catalogue or cannot take the files
 */
export function chooseModel(models: readonly ModelSpec[], routing: Routing, health: Health): Route {
  const known = routing.candidates.flatMap((id) => findModel(models, id) ?? []);
  const { files } = routing;
  const fit = files ? known.filter(({ id }) => !files.unfit.includes(id)) : known;
  const usable = withoutRefusing(fit, health);
  // The function `chat` chooses a model, and later the worker chooses again. A deployment between the two may remove
  // the requested model from the catalogue. Then `requested` is undefined.
  const requested = routing.isRequested ? known.find(({ id }) => id === routing.candidates[0]) : undefined;
  const isRequested = requested !== undefined && usable.includes(requested);
  const [first, ...rest] = isRequested ? usable : rankModels(usable, routing, health);
  if (!first) throw wordedError('model_not_available', { field: 'model' });
  if (isRequested) return { model: first, reason: REQUESTED, others: rankModels(rest, routing, health) };
  const reason = requested ? insteadOf(requested, fit, files) : reasonFor(first, usable, { routing, health });
  return { model: first, reason, others: rest };
}

/** Tells the user why the requested model does not answer. */
const insteadOf = (
  requested: ModelSpec,
  fit: readonly ModelSpec[],
  files: FilesToRoute | undefined,
): string =>
  files && !fit.includes(requested) ? insteadOfUnfit(requested, files) : insteadOfRefusing(requested);

/**
 * Leaves out the models that refuse their calls. If all models refuse, returns all of them, because one of them may
 * accept calls again.
 */
function withoutRefusing(models: readonly ModelSpec[], health: Health): readonly ModelSpec[] {
  const answering = models.filter(({ id }) => health.get(id) !== LEFT_OUT);
  return answering.length > 0 ? answering : models;
}

function reasonFor(
  model: ModelSpec,
  usable: readonly ModelSpec[],
  { routing, health }: { readonly routing: Routing; readonly health: Health },
): string {
  if (usable.length === 1) return routing.files?.hasPictures ? FOR_PICTURES : ONLY_ONE;
  const { cached: _, ...uncached } = routing;
  const [best = model] = rankModels(usable, uncached);
  if (best.id === model.id) return reasonForNeeds(routing, undefined);
  const [healthiest] = rankModels(usable, uncached, health);
  return healthiest?.id === model.id ? reasonForNeeds(routing, best) : reasonForCached(routing);
}

/** Strength of a model for a need that its configuration does not rate. */
const UNRATED = 0.5;
/** Weight of the price against the strength. It is higher for easy needs, which a cheap model serves just as well. */
const COST_WEIGHTS: Readonly<Record<Need, number>> = {
  code: 0.1,
  reasoning: 0.1,
  language: 0.1,
  creative: 0.1,
  long: 0.1,
  general: 0.2,
  quick: 0.3,
};
/** `COST_WEIGHTS` apply in full at a hundred times the price of the cheapest model. */
const SPAN = Math.log(100);
/** Lowest price to calculate with, in US dollars per million tokens, since 0 has no logarithm. */
const LEAST_PRICE = 0.05;

/** Largest gain by a cached prefix: less than the gap between a good model's strength (0.9) and a fair one's (0.75). */
const MOST_FOR_CACHE = 0.05;
/** Tokens of a reply, as assumed for the cost of a turn. */
const REPLY_TOKENS = 400;

/**
 * Ranks the models, the best first: strength for the need, minus cost and recent failures, plus the saving by a cached
 * prefix. With two needs, the need for which a model is worse counts. Equal models keep their order.
 */
function rankModels(
  models: readonly ModelSpec[],
  { need, second = need, tokens, cached }: Pick<Routing, 'need' | 'second' | 'tokens' | 'cached'>,
  health?: Health,
): ModelSpec[] {
  const cheapest = Math.min(...models.map(priceOf));
  const worth = (model: ModelSpec): number => {
    const cost = Math.min(1, Math.log(priceOf(model) / cheapest) / SPAN);
    const saving = savingOf(model, cached);
    const worthFor = (wanted: Need) =>
      (model.strengths?.[wanted] ?? UNRATED) -
      COST_WEIGHTS[wanted] * cost +
      Math.min(MOST_FOR_CACHE, COST_WEIGHTS[wanted] * saving);
    // Exceeds all other terms together, so that a model with too small a context always comes last.
    const misfit = model.contextTokens < tokens ? 10 : 0;
    return Math.min(worthFor(need), worthFor(second)) - penaltyOf(health, model) - misfit;
  };
  return models
    .map((model) => ({ model, worth: worth(model) }))
    .toSorted((a, b) => b.worth - a.worth)
    .map(({ model }) => model);
}

/**
 * Returns how much the cached prefix saves of a turn's cost, on the logarithmic scale of `SPAN`: 0 saves nothing, 1
 * means that the turn costs a hundredth.
 */
function savingOf(model: ModelSpec, cached: CachedPrefix | undefined): number {
  if (cached?.model !== model.id) return 0;
  const costReading = (cachedReadTokens: number) =>
    costOf(model, {
      inputTokens: cached.of - cachedReadTokens,
      ...{ cachedReadTokens, outputTokens: REPLY_TOKENS },
    });
  const full = costReading(0);
  return full === 0 ? 0 : Math.max(0, Math.log(full / costReading(cached.tokens)) / SPAN);
}

/**
 * Returns a model's penalty for recent failures. It is 0 for a model that refuses its calls: such a model is ranked
 * only when all models refuse (`withoutRefusing`), so the refusals do not change the order.
 */
function penaltyOf(health: Health | undefined, { id }: ModelSpec): number {
  const penalty = health?.get(id) ?? 0;
  return penalty === LEFT_OUT ? 0 : penalty;
}

const priceOf = ({ price }: ModelSpec): number => Math.max(LEAST_PRICE, price.input + price.output);
