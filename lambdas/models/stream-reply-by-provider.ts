import type { ModelSpec } from '#contract/deployment-config';
import type { StreamReply } from './model-port.ts';

const ADAPTERS: Readonly<Record<ModelSpec['provider']['kind'], () => Promise<{ streamReply: StreamReply }>>> =
  {
    bedrock: () => import('./bedrock.ts'),
    mantle: () => import('./mantle.ts'),
    openai: () => import('./openai.ts'),
  };

export const streamReply: StreamReply = async function* (request) {
  const adapter = await ADAPTERS[request.model.provider.kind]();
  yield* adapter.streamReply(request);
};
