/** Which model meets a need best, for what it costs and as it fares. */
import type { ModelSpec } from '#contract/config';
import type { Health } from './health.ts';
import type { Need } from './needs.ts';

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

export interface Choosing {
  readonly need: Need;
  /** Tokens that the model must take in and put out. */
  readonly tokens?: number;
  readonly health?: Health;
}

/**
 * The models, best first: strength in what is needed, less cost, less recent failures. Those whose context is
 * too small come last; equals keep their order. Pure.
 */
export function rankModels(models: readonly ModelSpec[], choosing: Choosing): ModelSpec[] {
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
