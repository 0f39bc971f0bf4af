import { describe, expect, it } from 'vitest';
import type { ModelSpec } from '#contract/deployment-config';
import type { SubscriptionItem } from '../../store/billing/read-subscription-and-plan.ts';
import { allowances } from './allowances.fixture.ts';
import { quotaOf } from './daily-quota.ts';
import { checkEntitlement, type ReplyRequest } from './decide-if-reply-allowed.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const models = ['small', 'fair', 'large'].map(
  (id): ModelSpec => ({
    ...{ id, displayName: id, provider: { kind: 'bedrock', modelId: id } },
    ...{ contextTokens: 1_000, maxOutputTokens: 16, price: { input: 1, output: 1 } },
  }),
);
const sender = { kind: 'user', owner: 'ada' } as const;
const guest = { kind: 'guest', owner: 'guest:1', address: 'a' } as const;
const paid = (item: Partial<SubscriptionItem> = {}): SubscriptionItem => ({
  ...{ tier: 'paid', active: true, version: 1, expiresAt: NOW / 1_000 + 1 },
  ...item,
});
const asking = (more: Partial<ReplyRequest> = {}): ReplyRequest => ({
  ...{ sender, requested: undefined, now: NOW, models, allowances, spendCap: 25, guestSpendCap: 5 },
  ...more,
});
const CALM = { isStopped: false, spent: 0, guestSpent: 0 };
const codeOf = (verdict: ReturnType<typeof checkEntitlement>) =>
  verdict.kind === 'refused' ? verdict.error.code : verdict.candidates;

describe('checkEntitlement', () => {
  it.each([
    ['a user without a subscription', undefined, ['small', 'fair']],
    ['a subscriber', paid(), ['large', 'small']],
    ['a subscriber whose plan ends at this second', paid({ expiresAt: NOW / 1_000 }), ['small', 'fair']],
    ['a user whose subscription is not active', paid({ active: false }), ['small', 'fair']],
    ['a user set back to the free plan', paid({ tier: 'free' }), ['small', 'fair']],
  ] as const)('grants the models of the plan of the moment: %s', (_, subscription, candidates) => {
    expect(codeOf(checkEntitlement(asking(), { ...CALM, subscription }, [1]))).toEqual(candidates);
  });

  it('puts the model asked for first, and refuses one that the plan or the catalogue has not', () => {
    expect(codeOf(checkEntitlement(asking({ requested: 'fair' }), CALM, [1]))).toEqual(['fair', 'small']);
    for (const requested of ['large', 'removed', 'unknown', ''])
      expect(codeOf(checkEntitlement(asking({ requested }), CALM, [1]))).toBe('model_not_available');
    const facts = { ...CALM, subscription: paid() };
    for (const requested of ['fair', 'removed'])
      expect(codeOf(checkEntitlement(asking({ requested }), facts, [1]))).toBe('model_not_available');
  });

  it('grants the last message of the limit and refuses the next, for each account', () => {
    expect(checkEntitlement(asking(), CALM, [50]).kind).toBe('granted');
    expect(codeOf(checkEntitlement(asking(), CALM, [51]))).toBe('quota_exceeded');
    expect(checkEntitlement(asking(), { ...CALM, subscription: paid() }, [500]).kind).toBe('granted');
    expect(codeOf(checkEntitlement(asking(), CALM, [Infinity]))).toBe('quota_exceeded');
    expect(checkEntitlement(asking({ sender: guest }), CALM, [10, 150]).kind).toBe('granted');
    for (const positions of [[11, 1], [1, 151], [1]])
      expect(codeOf(checkEntitlement(asking({ sender: guest }), CALM, positions))).toBe(
        'guest_quota_exceeded',
      );
  });

  it('refuses guests alone once guests have spent their share of the cap', () => {
    const facts = { ...CALM, spent: 6, guestSpent: 5 };
    expect(codeOf(checkEntitlement(asking({ sender: guest }), facts, [1, 1]))).toBe('guest_quota_exceeded');
    expect(checkEntitlement(asking({ sender: guest }), { ...facts, guestSpent: 4.99 }, [1, 1]).kind).toBe(
      'granted',
    );
    for (const subscription of [undefined, paid()])
      expect(checkEntitlement(asking(), { ...facts, subscription }, [1]).kind).toBe('granted');
  });

  it('refuses everybody while replies are stopped, and from the cap on', () => {
    for (const subscription of [undefined, paid()])
      for (const facts of [
        { ...CALM, isStopped: true },
        { ...CALM, spent: 25 },
      ])
        expect(codeOf(checkEntitlement(asking(), { ...facts, subscription }, [1]))).toBe('service_paused');
    expect(checkEntitlement(asking(), { ...CALM, spent: 24.999 }, [1]).kind).toBe('granted');
  });

  it('refuses everybody as busy until the time at which the wait for workers is over', () => {
    for (const sender of [asking().sender, guest])
      expect(codeOf(checkEntitlement(asking({ sender }), { ...CALM, busyUntil: NOW + 1 }, [1, 1]))).toBe(
        'service_busy',
      );
    expect(checkEntitlement(asking(), { ...CALM, busyUntil: NOW }, [1]).kind).toBe('granted');
  });
});

it.each([
  [49, NOW, { limit: 50, left: 1, resetsAt: '2026-11-22T00:00:00.000Z' }],
  [51, NOW, { limit: 50, left: 0, resetsAt: '2026-11-22T00:00:00.000Z' }],
  [0, Date.parse('2026-12-31T23:59:59.999Z'), { limit: 50, left: 50, resetsAt: '2027-01-01T00:00:00.000Z' }],
  [0, Date.parse('2026-12-31T00:00:00Z'), { limit: 50, left: 50, resetsAt: '2027-01-01T00:00:00.000Z' }],
])('what is left after %i messages is told with the next midnight in UTC', (used, at, quota) => {
  expect(quotaOf(50, used, at)).toEqual(quota);
});
