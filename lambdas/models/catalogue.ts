import type { ModelSpec } from '#contract/config';

/** Returns the model with this id, or undefined. */
export function findModel(models: readonly ModelSpec[], id: string): ModelSpec | undefined {
  return models.find((model) => model.id === id);
}

/** Returns the cost of one reply in US dollars. */
export function costOf(model: ModelSpec, inputTokens: number, outputTokens: number): number {
  return (inputTokens * model.price.input + outputTokens * model.price.output) / 1_000_000;
}
