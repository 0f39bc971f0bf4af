/** Rows of "What a turn costs" in docs/operate.md: dollars of a turn by model. `quoted.test.ts` compares them. */
import { costOf } from '../../lambdas/models/model-cost.ts';
import type { TokenCounts } from '../../lambdas/models/token-counts.ts';
import { DEFAULT_MODELS } from '../../lib/config-defaults.ts';

/** Turn of a chat that has gone on for a while. */
const SHORT: TokenCounts = { inputTokens: 1_500, outputTokens: 400 };

/**
 * Returns a row for each model of the catalogue: a turn in a short chat, in a long one without a cache, and in a long
 * one with the model's own. The counts of a long chat are averages.
 */
export function modelCostRows(cached: TokenCounts, without: TokenCounts): string[] {
  const dollars = (value: number) => `$${value.toFixed(4)}`;
  return DEFAULT_MODELS.map((model) => {
    const { displayName, promptCache, price } = model;
    const { input, cachedRead = input, cachedWrite = input, output } = price;
    const cells = [
      displayName,
      [input, output].map((each) => each.toFixed(2)).join(' / '),
      promptCache ? [cachedRead, cachedWrite].map((each) => each.toFixed(2)).join(' / ') : '–',
      dollars(costOf(model, SHORT)),
      dollars(costOf(model, without)),
      promptCache ? dollars(costOf(model, cached)) : '–',
    ];
    return `| ${cells.join(' | ')} |`;
  });
}
