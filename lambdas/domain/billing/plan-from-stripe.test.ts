import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { stateOf } from './plan-from-stripe.ts';
import { isOpen, isRenewing } from './stripe-subscription-status.ts';

const NOW = 1_800_000_000;

interface Given {
  readonly id?: string;
  readonly status?: Stripe.Subscription.Status;
  readonly interval?: 'month' | 'year';
  readonly end?: number;
  readonly atEnd?: boolean;
  readonly cancelAt?: number | null;
}

function subscription(given: Given = {}): Stripe.Subscription {
  const {
    id = 'sub_1',
    status = 'active',
    interval = 'month',
    end = NOW,
    atEnd = false,
    cancelAt = null,
  } = given;
  const items = { data: [{ current_period_end: end, price: { recurring: { interval } } }] };
  // Has only the fields that the tested code reads.
  return {
    id,
    status,
    items,
    cancel_at_period_end: atEnd,
    cancel_at: cancelAt,
  } as unknown as Stripe.Subscription;
}

describe('a subscription of Stripe’s', () => {
  it.each([
    ['active', { tier: 'paid', active: true }],
    ['trialing', { tier: 'paid', active: true }],
    ['past_due', { tier: 'paid', active: true, paymentFailed: true }],
    ['unpaid', { tier: 'free', active: false }],
    ['incomplete', { tier: 'free', active: false }],
    ['incomplete_expired', { tier: 'free', active: false }],
    ['canceled', { tier: 'free', active: false }],
    ['paused', { tier: 'free', active: false }],
  ] as const)('that is %s gives %j', (status, expected) => {
    const { subscriptionId, planType, expiresAt, ...state } = stateOf([subscription({ status })]);
    expect(state).toEqual(expected);
    const isOver = status === 'canceled' || status === 'incomplete_expired';
    expect(subscriptionId).toBe(isOver ? undefined : 'sub_1');
    expect([planType, expiresAt]).toEqual(expected.active ? ['monthly', NOW] : [undefined, undefined]);
  });

  it('that ends with its period, or at a time, is not renewed', () => {
    const atEnd = subscription({ atEnd: true });
    const sooner = subscription({ cancelAt: NOW - 10 });
    expect(stateOf([atEnd])).toMatchObject({ active: true, cancelAtPeriodEnd: true, expiresAt: NOW });
    expect(stateOf([sooner])).toMatchObject({ active: true, cancelAtPeriodEnd: true, expiresAt: NOW - 10 });
    expect([atEnd, sooner, subscription()].map(isRenewing)).toEqual([false, false, true]);
  });

  it('that does not exist gives the free plan', () => {
    expect(stateOf([])).toEqual({ tier: 'free', active: false });
  });
});

describe('several subscriptions of Stripe’s', () => {
  it('give the best plan in any order: an active one, then a yearly one, then the one that ends last', () => {
    const all = [
      subscription({ id: 'over', status: 'canceled', interval: 'year', end: NOW + 900 }),
      subscription({ id: 'unpaid', status: 'unpaid', interval: 'year', end: NOW + 800 }),
      subscription({ id: 'short', end: NOW + 100 }),
      subscription({ id: 'long', end: NOW + 200 }),
      subscription({ id: 'yearly', interval: 'year', end: NOW + 50 }),
    ];
    for (const [best, left] of [
      ['yearly', all],
      ['long', all.slice(0, 4)],
      ['short', all.slice(0, 3)],
      ['unpaid', all.slice(0, 2)],
      [undefined, all.slice(0, 1)],
    ] as const)
      for (const order of [left, left.toReversed()]) expect(stateOf(order).subscriptionId).toBe(best);
    expect(all.filter(isOpen).map(({ id }) => id)).toEqual(['unpaid', 'short', 'long', 'yearly']);
  });
});
