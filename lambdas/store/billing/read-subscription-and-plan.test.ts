import { describe, expect, it } from 'vitest';
import {
  isPremium,
  planOf,
  RENEWAL_GRACE_SECONDS,
  type SubscriptionItem,
} from './read-subscription-and-plan.ts';

const END = 1_800_000_000;
const renewing: SubscriptionItem = {
  tier: 'paid',
  active: true,
  version: 3,
  planType: 'monthly',
  expiresAt: END,
  customerId: 'cus_1',
  subscriptionId: 'sub_1',
};
const isOpenAt = (item: SubscriptionItem, seconds: number) => isPremium(planOf(item, seconds * 1000));

describe('a plan', () => {
  it('is free without a subscription', () => {
    expect(planOf(undefined, 0)).toEqual({ tier: 'free', active: false });
  });

  it('that renews stays open for the grace, and no longer', () => {
    expect(isOpenAt(renewing, END + RENEWAL_GRACE_SECONDS - 1)).toBe(true);
    expect(isOpenAt(renewing, END + RENEWAL_GRACE_SECONDS)).toBe(false);
  });

  it('that was cancelled is open until the second of its end', () => {
    const cancelled = { ...renewing, cancelAtPeriodEnd: true };
    expect(isOpenAt(cancelled, END - 1)).toBe(true);
    expect(isOpenAt(cancelled, END)).toBe(false);
  });

  it('of a test subscription is open until the second of its end', () => {
    const { customerId: _, subscriptionId: __, ...test } = renewing;
    expect(isOpenAt(test, END - 1)).toBe(true);
    expect(isOpenAt(test, END)).toBe(false);
  });

  it('is closed when the payment provider says that it is not active, also before its end', () => {
    expect(isOpenAt({ ...renewing, active: false }, END - 1)).toBe(false);
  });

  it('renews where it is paid for and not cancelled; a test subscription does not renew', () => {
    const { subscriptionId: _, ...test } = renewing;
    const renews = (item: SubscriptionItem) => planOf(item, END * 1000).renews;
    expect(renews(renewing)).toBe(true);
    // A customer of the payment provider without a subscription there has nothing to renew.
    for (const item of [test, { ...renewing, cancelAtPeriodEnd: true }, { ...renewing, active: false }])
      expect(renews(item)).toBeUndefined();
  });

  it('tells no ids of the payment provider', () => {
    expect(JSON.stringify(planOf(renewing, 0))).not.toMatch(/cus_|sub_/);
    expect(planOf(renewing, 0).hasBilling).toBe(true);
  });
});
