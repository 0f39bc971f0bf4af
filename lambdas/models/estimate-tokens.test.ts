import { describe, expect, it } from 'vitest';
import type { ModelSpec } from '#contract/deployment-config';
import { estimateInput } from './estimate-tokens.ts';
import type { ModelMessage } from './model-port.ts';

const promptCache = { minTokens: 1_000 };
const price = { input: 1, cachedRead: 0.1, cachedWrite: 1.25, output: 1 };
const plain: ModelSpec = {
  ...{ id: 'caching', displayName: 'Caching', contextTokens: 8_000, maxOutputTokens: 100 },
  ...{ price: { input: 1, output: 1 }, provider: { kind: 'bedrock', modelId: 'a' } },
};
const writing: ModelSpec = { ...plain, promptCache, price };
const text = (tokens: number) => 'x'.repeat(tokens * 3.5);
const system = text(90);
const messages: ModelMessage[] = [
  { role: 'user', text: text(500) },
  { role: 'assistant', text: text(600) },
  { role: 'user', text: text(310) },
];
const cached = { model: 'caching', tokens: 1_100 };

describe('the input of a call without counts', () => {
  it('includes the system prompt, read as far as it was cached, and written from there on', () => {
    expect(estimateInput({ model: writing, system, messages }, cached)).toEqual({
      ...{ inputTokens: 0, cachedReadTokens: 1_190, cachedWriteTokens: 310 },
    });
  });

  it('counts as written without a cached prefix, or with that of another model', () => {
    const all = { inputTokens: 0, cachedWriteTokens: 1_500 };
    expect(estimateInput({ model: writing, system, messages })).toEqual(all);
    expect(estimateInput({ model: writing, system, messages }, { ...cached, model: 'other' })).toEqual(all);
  });

  it('counts as read if the call has less than was cached, because it has smaller forms of the files', () => {
    const files = [{ tokens: 50 }];
    const short = { system, messages: [{ text: text(500), files }, { text: text(310) }] };
    const ofShort = estimateInput({ model: writing, ...short }, cached);
    expect(ofShort).toEqual({ inputTokens: 0, cachedReadTokens: 950 });
  });

  it('counts as plain input where writing has no separate price, and below the minimum', () => {
    const reading = { ...writing, price: { input: 1, cachedRead: 0.1, output: 1 } };
    const ofReading = estimateInput({ model: reading, system, messages }, cached);
    expect(ofReading).toEqual({ inputTokens: 310, cachedReadTokens: 1_190 });
    const short = { system, messages: messages.slice(0, 1) };
    expect(estimateInput({ model: writing, ...short })).toEqual({ inputTokens: 590 });
    expect(estimateInput({ model: plain, system, messages })).toEqual({ inputTokens: 1_500 });
  });
});
