/** Tokens of a model call. Each token is in one count alone, because each count has its own price. */
export interface TokenCounts {
  /** Input that the provider neither read from its prompt cache nor wrote to it. */
  readonly inputTokens: number;
  /** @default 0 */
  readonly cachedReadTokens?: number | undefined;
  /** @default 0 */
  readonly cachedWriteTokens?: number | undefined;
  /** Reply and thoughts. */
  readonly outputTokens: number;
}

/** Copies the counts from an object that may have other fields. */
export const countsIn = (from: TokenCounts): TokenCounts => ({
  inputTokens: from.inputTokens,
  ...(from.cachedReadTokens !== undefined && { cachedReadTokens: from.cachedReadTokens }),
  ...(from.cachedWriteTokens !== undefined && { cachedWriteTokens: from.cachedWriteTokens }),
  outputTokens: from.outputTokens,
});

export const allInput = ({ inputTokens, cachedReadTokens = 0, cachedWriteTokens = 0 }: TokenCounts): number =>
  inputTokens + cachedReadTokens + cachedWriteTokens;
