import type { ModelSpec } from '#contract/deployment-config';

/** Returns the model with this id, or undefined. */
export function findModel(models: readonly ModelSpec[], id: string): ModelSpec | undefined {
  return models.find((model) => model.id === id);
}
