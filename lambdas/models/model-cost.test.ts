import { describe, expect, it } from 'vitest';
import type { ModelSpec } from '#contract/deployment-config';
import { costOf } from './model-cost.ts';

const given = (price: ModelSpec['price']): ModelSpec => ({
  ...{ id: 'small', displayName: 'Small', contextTokens: 1_000, maxOutputTokens: 16, price },
  provider: { kind: 'bedrock', modelId: 'small' },
});
const tokens = {
  ...{ inputTokens: 1_000, cachedReadTokens: 10_000, cachedWriteTokens: 100_000, outputTokens: 1_000_000 },
};

describe('the cost of a call', () => {
  it('has a price for each kind of token', () => {
    const model = given({ input: 2, cachedRead: 0.2, cachedWrite: 2.5, output: 10 });
    expect(costOf(model, tokens)).toBeCloseTo(0.002 + 0.002 + 0.25 + 10, 10);
  });

  it('charges cached tokens at the price of input if the model has no price for them', () => {
    expect(costOf(given({ input: 2, output: 10 }), tokens)).toBeCloseTo(0.222 + 10, 10);
  });

  it('is that of input and output where no cache was used', () => {
    const model = given({ input: 2, cachedRead: 0.2, output: 10 });
    expect(costOf(model, { inputTokens: 1_000, outputTokens: 100 })).toBeCloseTo(0.003, 10);
  });
});
