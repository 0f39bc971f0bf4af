import type { ModelSpec } from '#contract/config';
import type { StreamReply } from './port.ts';

/** The model with this id, or undefined. */
export function findModel(models: readonly ModelSpec[], id: string): ModelSpec | undefined {
  return models.find((model) => model.id === id);
}

/** Streams through the adapter of the model's provider, which is loaded when first needed. */
export const streamReply: StreamReply = async function* (request) {
  const { kind } = request.model.provider;
  if (kind !== 'bedrock') throw new Error(`No adapter serves models of the kind ${kind}`);
  const adapter = await import('./bedrock.ts');
  yield* adapter.streamReply(request);
};

/** US dollars for one reply. */
export function costOf(model: ModelSpec, inputTokens: number, outputTokens: number): number {
  return (inputTokens * model.price.input + outputTokens * model.price.output) / 1_000_000;
}
