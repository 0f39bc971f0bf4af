import type { ModelSpec } from '#contract/deployment-config';
import type { StreamReply } from './model-port.ts';

/** Adapters by kind of provider, each loaded at its first use. */
const ADAPTERS: Readonly<Record<ModelSpec['provider']['kind'], () => Promise<{ streamReply: StreamReply }>>> =
  {
    bedrock: () => import('./bedrock.ts'),
    mantle: () => import('./mantle.ts'),
    openai: () => import('./openai.ts'),
  };

/** Streams a reply through the adapter of the model's provider. */
export const streamReply: StreamReply = async function* (request) {
  const adapter = await ADAPTERS[request.model.provider.kind]();
  yield* adapter.streamReply(request);
};
