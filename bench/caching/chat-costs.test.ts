import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { allInput, type TokenCounts } from '../../lambdas/models/token-counts.ts';
import { DEFAULT_ASSISTANT } from '../../lib/config-defaults.ts';
import { ROOT } from '../../test/support/build-assembly.ts';
import { averageOf, cachingModel, dollarsOfChat, playBoth, uncached } from './chat-costs.ts';
import { modelCostRows } from './model-cost-rows.ts';
import { startModels } from './play-chat.ts';

const MINUTE_MS = 60_000;
let stop: () => void;
let cached: readonly TokenCounts[];
let sliding: readonly TokenCounts[];
beforeAll(async () => {
  stop = await startModels();
  ({ cached, sliding } = await playBoth(cachingModel()));
}, MINUTE_MS);
afterAll(() => stop());

const dollars = (counts: readonly TokenCounts[]) => dollarsOfChat(cachingModel(), counts);

it('30 cached turns with a full history cost at most 0.4 of those with a sliding context and no cache', () => {
  expect(dollars(cached) / dollars(sliding)).toBeLessThanOrEqual(0.4);
});

it('30 cached turns cost at most 0.4 of the same requests without a cache, replies included', () => {
  expect(dollars(cached) / dollars(cached.map(uncached))).toBeLessThanOrEqual(0.4);
});

it('the prompts of cached turns stay within the 12,000 tokens of a history, as Bedrock counts them', () => {
  const prompts = cached.map(allInput);
  const within = prompts.filter((tokens) => tokens <= DEFAULT_ASSISTANT.historyTokens * 1.02);
  expect(within.length / prompts.length).toBeGreaterThan(0.98);
});

it('docs/operate.md quotes the dollars of a turn that bench/caching.ts prints', () => {
  const lines = readFileSync(path.join(ROOT, 'docs/operate.md'), 'utf8').split('\n');
  const rows = lines.map((line) => line.replaceAll(/ +/g, ' '));
  expect(rows).toEqual(expect.arrayContaining(modelCostRows(averageOf(cached), averageOf(sliding))));
});
