import type { ModelRequest } from './model-port.ts';
import type { TokenCounts } from './token-counts.ts';

/** Estimates a text's tokens at three and a half bytes of UTF-8 each, which is close for English and for CJK. */
export const estimateTokens = (text: string): number => Math.ceil(Buffer.byteLength(text) / 3.5);

interface Countable {
  readonly text: string;
  readonly files?: readonly { readonly tokens: number }[] | undefined;
  readonly projectFiles?: Countable['files'];
}

export const tokensOfMessages = (messages: readonly Countable[]): number =>
  messages.reduce(
    (sum, { text, files, projectFiles }) =>
      sum + estimateTokens(text) + tokensOfFiles(files) + tokensOfFiles(projectFiles),
    0,
  );

export const tokensOfFiles = (files: Countable['files'] = []): number =>
  files.reduce((sum, { tokens }) => sum + tokens, 0);

interface Cached {
  readonly model: string;
  readonly tokens: number;
}

/**
 * Estimates the input of a call whose counts the provider did not report. Tokens that the provider has probably read
 * from its prompt cache, or written to it, have their own counts, because their prices differ.
 * @param cached first messages of the prompt, which `cached.model` has in its prompt cache
 */
export function estimateInput(
  {
    model,
    system,
    messages,
  }: Pick<ModelRequest, 'model' | 'system'> & { readonly messages: readonly Countable[] },
  cached?: Cached,
): Omit<TokenCounts, 'outputTokens'> {
  const start = estimateTokens(system);
  const all = start + tokensOfMessages(messages);
  // The cache also has the system prompt, in front of the cached messages. `cached.tokens` counts each file in full,
  // but the call may send a smaller form of a file. So `start + cached.tokens` may exceed the input.
  const read = cached?.model === model.id ? Math.min(all, start + cached.tokens) : 0;
  const isWriting =
    model.price.cachedWrite !== undefined && all >= (model.promptCache?.minTokens ?? Infinity);
  const rest = all - read;
  return {
    inputTokens: isWriting ? 0 : rest,
    ...(read > 0 && { cachedReadTokens: read }),
    ...(isWriting && rest > 0 && { cachedWriteTokens: rest }),
  };
}
