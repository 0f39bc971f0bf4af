/** Estimates tokens where a provider has not counted them. */
import type { ModelRequest } from './model-port.ts';
import type { TokenCounts } from './token-counts.ts';

/**
 * Estimates a text's tokens at three and a half bytes of UTF-8 each, which is close for English and for CJK.
 * `domain/turn/history-budget.ts` measures how far the estimate is off in a chat.
 */
export const estimateTokens = (text: string): number => Math.ceil(Buffer.byteLength(text) / 3.5);

/** Message whose files have known tokens. */
interface Countable {
  readonly text: string;
  readonly files?: readonly { readonly tokens: number }[] | undefined;
  /** Files of the chat's project. */
  readonly projectFiles?: Countable['files'];
}

/** Estimates the tokens of messages and their files. */
export const tokensOfMessages = (messages: readonly Countable[]): number =>
  messages.reduce(
    (sum, { text, files, projectFiles }) =>
      sum + estimateTokens(text) + tokensOfFiles(files) + tokensOfFiles(projectFiles),
    0,
  );

export const tokensOfFiles = (files: Countable['files'] = []): number =>
  files.reduce((sum, { tokens }) => sum + tokens, 0);

/** First messages of a prompt, which are in a model's prompt cache. */
interface Cached {
  /** Id of the model. */
  readonly model: string;
  readonly tokens: number;
}

/**
 * Estimates the input of a call whose counts the provider did not report: the system prompt and all messages. Tokens
 * that the provider has probably read from its prompt cache, or written to it, have their own counts, because their
 * prices differ.
 * @param cached messages that the model of the last turn has in its cache. Ignored if the call is to another model
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
  // The system prompt comes before the cached messages, so the cache has it too. `cached.tokens` counts each file in
  // full, but the call may send a smaller form of a file. The sum must not exceed the whole input.
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
