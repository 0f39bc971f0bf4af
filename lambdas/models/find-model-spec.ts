import type { ModelSpec } from '#contract/deployment-config';

export function findModel(models: readonly ModelSpec[], id: string): ModelSpec | undefined {
  return models.find((model) => model.id === id);
}
