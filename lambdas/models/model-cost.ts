import type { ModelSpec } from '#contract/deployment-config';
import type { TokenCounts } from './token-counts.ts';

/** Returns the cost of a model call in US dollars. Prices are for a million tokens. */
export function costOf({ price }: ModelSpec, tokens: TokenCounts): number {
  const { inputTokens, cachedReadTokens = 0, cachedWriteTokens = 0, outputTokens } = tokens;
  const { input, cachedRead = input, cachedWrite = input, output } = price;
  const cached = cachedReadTokens * cachedRead + cachedWriteTokens * cachedWrite;
  return (inputTokens * input + cached + outputTokens * output) / 1_000_000;
}
