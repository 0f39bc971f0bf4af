import type { ModelSpec } from '#contract/config';
import type { StreamReply } from './model-port.ts';

/** The model with this id, or undefined. */
export function findModel(models: readonly ModelSpec[], id: string): ModelSpec | undefined {
  return models.find((model) => model.id === id);
}

/** The adapters by kind of provider, loaded when first needed. */
const ADAPTERS: Readonly<Record<ModelSpec['provider']['kind'], () => Promise<{ streamReply: StreamReply }>>> =
  {
    bedrock: () => import('./bedrock.ts'),
    openai: () => import('./openai.ts'),
  };

/** Streams through the adapter of the model's provider. */
export const streamReply: StreamReply = async function* (request) {
  const adapter = await ADAPTERS[request.model.provider.kind]();
  yield* adapter.streamReply(request);
};

/** US dollars for one reply. */
export function costOf(model: ModelSpec, inputTokens: number, outputTokens: number): number {
  return (inputTokens * model.price.input + outputTokens * model.price.output) / 1_000_000;
}
