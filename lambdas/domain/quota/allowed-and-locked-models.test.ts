import { expect, it } from 'vitest';
import type { Allowance, ModelSpec } from '#contract/deployment-config';
import { availableModels } from './allowed-and-locked-models.ts';

const allowance = (...models: string[]): Allowance => ({ models, messagesPerDay: 5, maxOutputTokens: 16 });
const allowances = {
  guest: allowance('small'),
  free: allowance('small', 'fair'),
  paid: allowance('large', 'small'),
};
const catalogue = ['small', 'fair', 'large', 'withdrawn'].map(
  (id): ModelSpec => ({
    ...{ id, displayName: id, provider: { kind: 'bedrock', modelId: id } },
    ...{ contextTokens: 1_000, maxOutputTokens: 16, price: { input: 1, output: 1 } },
  }),
);
const free = { tier: 'free', active: false } as const;
const premium = { tier: 'paid', active: true } as const;

it.each([
  ['a free user', free, { small: 'open', fair: 'open', large: 'locked', withdrawn: 'unavailable' }],
  [
    'a Premium user',
    premium,
    { large: 'open', small: 'open', fair: 'unavailable', withdrawn: 'unavailable' },
  ],
] as const)('a model that neither the plan nor Premium has is unavailable to %s', (_, plan, states) => {
  const { details } = availableModels(plan, catalogue, allowances);
  const stateOf = ({ isLocked, isUnavailable }: (typeof details)[number]) =>
    isUnavailable ? 'unavailable' : isLocked ? 'locked' : 'open';
  expect(Object.fromEntries(details.map((model) => [model.id, stateOf(model)]))).toEqual(states);
  for (const { isLocked, isUnavailable = false } of details) expect(isLocked || !isUnavailable).toBe(true);
});

it.each([
  ['a free user', free, ['thorough']],
  ['a Premium user', premium, []],
] as const)('the efforts that only Premium has are locked for %s', (_, plan, locked) => {
  const { lockedEfforts } = availableModels(plan, catalogue, {
    ...allowances,
    free: { ...allowances.free, efforts: ['quick', 'balanced'] },
    paid: { ...allowances.paid, efforts: ['thorough', 'quick'] },
  });
  expect(lockedEfforts).toEqual(locked);
});
