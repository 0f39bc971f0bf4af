/** Estimates tokens where a provider has not counted them. */
import type { ModelMessage, ModelRequest } from './model-port.ts';
import type { TokenCounts } from './token-counts.ts';

/** Estimates a text's tokens at three and a half bytes of UTF-8 each, which holds for English and for CJK. */
export const estimateTokens = (text: string): number => Math.ceil(Buffer.byteLength(text) / 3.5);

/** Estimates the tokens of messages. */
export const tokensOfMessages = (messages: readonly Pick<ModelMessage, 'text'>[]): number =>
  messages.reduce((sum, { text }) => sum + estimateTokens(text), 0);

/** Messages at the beginning of a prompt that a model has in its prompt cache. */
interface Cached {
  /** Id of the model. */
  readonly model: string;
  readonly tokens: number;
}

/**
 * Estimates the input of a call whose counts the provider did not report: the system prompt and all messages, at the
 * prices of the cache where the model has one.
 */
export function estimateInput(
  { model, system, messages }: Pick<ModelRequest, 'model' | 'system' | 'messages'>,
  cached?: Cached,
): Omit<TokenCounts, 'outputTokens'> {
  const start = estimateTokens(system);
  const all = start + tokensOfMessages(messages);
  // The system prompt comes before the cached messages.
  const read = cached?.model === model.id ? start + cached.tokens : 0;
  const isWriting =
    model.price.cachedWrite !== undefined && all >= (model.promptCache?.minTokens ?? Infinity);
  const rest = all - read;
  return {
    inputTokens: isWriting ? 0 : rest,
    ...(read > 0 && { cachedReadTokens: read }),
    ...(isWriting && rest > 0 && { cachedWriteTokens: rest }),
  };
}
