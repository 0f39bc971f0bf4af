import {
  BedrockRuntimeClient,
  ConverseStreamCommand,
  type ConverseStreamOutput,
  type StopReason,
  type TokenUsage,
} from '@aws-sdk/client-bedrock-runtime';
import { credentials } from '../runtime/aws-client-settings.ts';
import { once } from '../runtime/once.ts';
import { promptOf } from './converse-prompt.ts';
import { converseFieldsOf } from './effort-parameters.ts';
import type { ModelEvent, ModelFailure, StreamReply } from './model-port.ts';
import { ModelError } from './model-port.ts';
import { ModelRefusal, refusalOfException } from './recognise-lasting-refusals.ts';
import type { TokenCounts } from './token-counts.ts';

/** Makes no retries, because the caller of `streamReply` retries or chooses another model. */
const client = once(() => new BedrockRuntimeClient({ credentials, maxAttempts: 1 }));

/**
 * Failures by the SDK's exception name, for errors of calls and for error events inside a stream. An exception that is
 * neither listed nor a refusal (`refusalOfException`) counts as `broken`.
 */
const FAILURES: Readonly<Record<string, ModelFailure>> = {
  ThrottlingException: 'throttled',
  ModelNotReadyException: 'unavailable',
  ServiceUnavailableException: 'unavailable',
  InternalServerException: 'unavailable',
  ModelTimeoutException: 'unavailable',
  ValidationException: 'rejected',
  ModelErrorException: 'rejected',
  ModelStreamErrorException: 'broken',
};

const ENDS: Partial<Record<StopReason, 'truncated' | 'filtered'>> = {
  max_tokens: 'truncated',
  model_context_window_exceeded: 'truncated',
  content_filtered: 'filtered',
  guardrail_intervened: 'filtered',
};

/** Streams a reply from a `bedrock` model, as {@link StreamReply} defines. */
export const streamReply: StreamReply = async function* (request) {
  const { provider } = request.model;
  if (provider.kind !== 'bedrock') throw new Error('Not a Bedrock model');
  const { modelId, reasoningEffort } = provider;
  const fields = converseFieldsOf(request, modelId, reasoningEffort);
  const command = new ConverseStreamCommand({
    modelId,
    ...promptOf(request),
    inferenceConfig: { maxTokens: request.maxOutputTokens },
    ...(fields && { additionalModelRequestFields: fields }),
  });
  try {
    const { stream } = await client().send(command, { abortSignal: request.signal });
    let ended = false;
    for await (const event of stream ?? []) {
      const known = toModelEvent(event);
      if (known?.type === 'end') ended = true;
      if (known) yield known;
    }
    if (!ended) throw new ModelError('broken', new Error('The stream ended without a stop reason'));
  } catch (error) {
    throw error instanceof ModelError ? error : failureOf(error);
  }
};

function toModelEvent(event: ConverseStreamOutput): ModelEvent | undefined {
  const { text, reasoningContent } = event.contentBlockDelta?.delta ?? {};
  if (text) return { type: 'text', text };
  // A signature or encrypted thoughts become an empty thought, which still shows that the model is at work.
  if (reasoningContent) return { type: 'thinking', text: reasoningContent.text ?? '' };
  const reason = event.messageStop?.stopReason;
  if (reason) return { type: 'end', status: ENDS[reason] ?? 'complete' };
  const usage = event.metadata?.usage;
  return usage && { type: 'usage', ...countsOf(usage) };
}

/** Converts Bedrock's counts. Their `inputTokens` are only the tokens outside the cache, as in `TokenCounts`. */
const countsOf = (usage: TokenUsage): TokenCounts => ({
  inputTokens: usage.inputTokens ?? 0,
  ...(usage.cacheReadInputTokens && { cachedReadTokens: usage.cacheReadInputTokens }),
  ...(usage.cacheWriteInputTokens && { cachedWriteTokens: usage.cacheWriteInputTokens }),
  outputTokens: usage.outputTokens ?? 0,
});

function failureOf(error: unknown): ModelError {
  const { name, message } = error instanceof Error ? error : new Error();
  // If the SDK has no class for an exception inside a stream, it leaves the exception's name as it arrived, in lower
  // camel case.
  const exception = name.charAt(0).toUpperCase() + name.slice(1);
  const refusal = refusalOfException(exception, message);
  return refusal === undefined
    ? new ModelError(FAILURES[exception] ?? 'broken', error)
    : new ModelRefusal(refusal, error);
}
