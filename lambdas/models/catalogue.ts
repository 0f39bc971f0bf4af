import type { ModelSpec } from '#contract/config';
import type { StreamReply } from './model-port.ts';

/** Returns the model with this id, or undefined. */
export function findModel(models: readonly ModelSpec[], id: string): ModelSpec | undefined {
  return models.find((model) => model.id === id);
}

/** Adapters by kind of provider, each loaded at its first use. */
const ADAPTERS: Readonly<Record<ModelSpec['provider']['kind'], () => Promise<{ streamReply: StreamReply }>>> =
  {
    bedrock: () => import('./bedrock.ts'),
    openai: () => import('./openai.ts'),
  };

/** Streams a reply through the adapter of the model's provider. */
export const streamReply: StreamReply = async function* (request) {
  const adapter = await ADAPTERS[request.model.provider.kind]();
  yield* adapter.streamReply(request);
};

/** Returns the cost of one reply in US dollars. */
export function costOf(model: ModelSpec, inputTokens: number, outputTokens: number): number {
  return (inputTokens * model.price.input + outputTokens * model.price.output) / 1_000_000;
}
