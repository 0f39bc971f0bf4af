import {
  BedrockRuntimeClient,
  CachePointType,
  type CacheTTL,
  type ContentBlock,
  ConverseStreamCommand,
} from '@aws-sdk/client-bedrock-runtime';
import { ServiceFault } from '../faults/faults.ts';
import { REGION } from '../region-and-account.ts';
import {
  type Block,
  bytesOf,
  type CachePoint,
  type ReplyChunk,
  type ReplySource,
  type StopReason,
} from './bedrock-types.ts';

const STOPS: readonly StopReason[] = [
  'max_tokens',
  'content_filtered',
  'guardrail_intervened',
  'model_context_window_exceeded',
];

/**
 * Calls the real Bedrock with the developer's own credentials (`npm start -- --bedrock`). Functions still call the
 * emulator, so no credential of the developer reaches a function. Throws Bedrock's errors as `ServiceFault`.
 */
export function realBedrock(): ReplySource {
  const client = new BedrockRuntimeClient({ region: process.env.AWS_REGION ?? REGION, maxAttempts: 1 });
  return async function* (request, { modelId, signal }): AsyncGenerator<ReplyChunk> {
    const { additionalModelRequestFields } = request;
    const command = new ConverseStreamCommand({
      modelId,
      messages: request.messages.map((message) => ({
        role: message.role,
        content: message.content.flatMap(toContent),
      })),
      system: (request.system ?? []).map(({ text = '', cachePoint }) =>
        cachePoint ? toCachePoint(cachePoint) : { text },
      ),
      inferenceConfig: { ...request.inferenceConfig },
      // The cast is safe, because the SDK accepts any JSON value, and the emulator has parsed these fields from JSON.
      ...(additionalModelRequestFields && {
        additionalModelRequestFields: additionalModelRequestFields as Record<string, string>,
      }),
    });
    try {
      const { stream } = await client.send(command, { abortSignal: signal });
      for await (const { contentBlockDelta, messageStop } of stream ?? []) {
        const { text, reasoningContent } = contentBlockDelta?.delta ?? {};
        if (reasoningContent?.text) yield { thinking: reasoningContent.text };
        if (text) yield text;
        const stop = STOPS.find((reason) => reason === messageStop?.stopReason);
        if (stop) yield { stop };
      }
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      throw new ServiceFault({ code: error.name, status: 400, message: error.message });
    }
  };
}

/** Converts a cache point. The cast is safe, because the emulator has checked the time to live. */
const toCachePoint = ({ ttl }: CachePoint) => ({
  cachePoint: { type: CachePointType.DEFAULT, ...(ttl !== undefined && { ttl: ttl as CacheTTL }) },
});

function toContent({ text, cachePoint, image, document }: Block): ContentBlock[] {
  if (text !== undefined) return [{ text }];
  if (cachePoint) return [toCachePoint(cachePoint)];
  // The casts are safe, because the emulator has checked the formats and the names.
  if (image)
    return [{ image: { ...image, source: { bytes: bytesOf(image) } } as NonNullable<ContentBlock['image']> }];
  if (!document) return [];
  const { citations } = document;
  return [
    {
      document: {
        ...document,
        source: { bytes: bytesOf(document) },
        citations: citations && { enabled: citations.enabled === true },
      } as NonNullable<ContentBlock['document']>,
    },
  ];
}
