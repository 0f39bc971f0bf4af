/**
 * Computes the average dollars of 30 turns of a chat whose history fills the 12,000 tokens that a model is given, with
 * and without the prompt cache. `node bench/caching.ts`
 */
import type { TokenCounts } from '../lambdas/models/token-counts.ts';
import { DEFAULT_MODELS } from '../lib/config-defaults.ts';
import {
  averageOf,
  cachingModel,
  dollarsOfChat,
  playBoth,
  playChats,
  uncached,
} from './caching/chat-costs.ts';
import { modelCostRows } from './caching/model-cost-rows.ts';
import { startModels } from './caching/play-chat.ts';
import { print } from './report.ts';

/** Ratio of the cost with the cache to the cost without it (docs/architecture.md 8). */
const BUDGET = 0.4;

const stop = await startModels();
const model = cachingModel();
const { cached, sliding } = await playBoth(model);
const withoutReply = (counts: TokenCounts): TokenCounts => ({ ...counts, outputTokens: 0 });
const dollars = (counts: readonly TokenCounts[]) => dollarsOfChat(model, counts);
const inDollars = { unit: 'dollars', digits: 4 };
const asRatio = { unit: '', digits: 3 };
const before = dollars(sliding);
const same = dollars(cached.map(uncached));
const input = (counts: readonly TokenCounts[]) => dollars(counts.map(withoutReply));

print(`A chat of 30 turns with ${model.displayName}, a message a minute`, [
  { what: 'with the cache', value: dollars(cached), ...inDollars },
  { what: 'the same requests without a cache', value: same, ...inDollars },
  { what: 'without a cache, 12,000 tokens at every turn', value: before, ...inDollars },
  {
    what: 'ratio to 12,000 tokens at every turn',
    ...{ value: dollars(cached) / before, ...asRatio, budget: BUDGET },
  },
  { what: 'ratio to the same requests', value: dollars(cached) / same, ...asRatio, budget: BUDGET },
  {
    what: 'ratio to the same requests, input alone',
    ...{ value: input(cached) / input(cached.map(uncached)), ...asRatio },
  },
  // An estimate: only `model` was played, and other models cache by rules of their own.
  ...DEFAULT_MODELS.filter(({ id, promptCache }) => promptCache && id !== model.id).map((other) => ({
    what: `ratio to the same requests, at the prices of ${other.displayName}`,
    ...{ value: dollarsOfChat(other, cached) / dollarsOfChat(other, cached.map(uncached)), ...asRatio },
  })),
]);
const tokens = averageOf(cached);
print('Tokens of a turn, on average', [
  { what: 'read from the cache', value: tokens.cachedReadTokens, unit: 'tokens' },
  { what: 'written to the cache', value: tokens.cachedWriteTokens, unit: 'tokens' },
  { what: 'other input', value: tokens.inputTokens, unit: 'tokens' },
  { what: 'reply', value: tokens.outputTokens, unit: 'tokens' },
]);

const hourly = {
  ...model,
  price: { ...model.price, cachedWrite: 2 * model.price.input },
  promptCache: { minTokens: model.promptCache?.minTokens ?? 1, ttl: '1h' as const },
};
for (const every of [10, 5, 3]) {
  const pause = (turn: number) => (turn % every === 0 ? 20 : 1);
  print(`The same with a break of 20 minutes after every ${every} messages`, [
    {
      what: 'kept for 5 minutes',
      value: dollars(await playChats(model, { pause })),
      ...inDollars,
      floor: same,
    },
    {
      what: 'kept for an hour',
      ...{ value: dollarsOfChat(hourly, await playChats(hourly, { pause })), ...inDollars, floor: same },
    },
  ]);
}

console.log('\nAs docs/operate.md quotes it');
for (const row of modelCostRows(tokens, averageOf(sliding))) console.log(row);
stop();
process.exit();
