/**
 * Paid plans (docs/spec.md 1.2): prices, billing intervals, Stripe's lookup keys, and lengths of test subscriptions.
 */

/**
 * `priceCents` is in US cents, and `price` is the same as users see it. `testDays` is the length of the plan's test
 * subscription, in days.
 */
export const PLANS = {
  monthly: {
    lookupKey: 'monthly_subscription',
    interval: 'month',
    priceCents: 999,
    price: '$9.99',
    testDays: 30,
  },
  yearly: {
    lookupKey: 'yearly_subscription',
    interval: 'year',
    priceCents: 9_999,
    price: '$99.99',
    testDays: 365,
  },
} as const;
