import { costOf } from '../../lambdas/models/model-cost.ts';
import type { TokenCounts } from '../../lambdas/models/token-counts.ts';
import { DEFAULT_MODELS } from '../../lib/config-defaults.ts';

/** A turn in a short chat. */
const SHORT: TokenCounts = { inputTokens: 1_500, outputTokens: 400 };

/**
 * Returns the rows of the first table under "What a turn costs" in docs/operate.md: prices in dollars per million
 * tokens, and dollars of a turn, by model. `chat-costs.test.ts` compares them with that page.
 * @param cached average token counts of a turn in a long chat, with a prompt cache
 * @param without average token counts of a turn in a long chat, without a prompt cache
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
