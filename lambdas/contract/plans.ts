/**
 * Paid plans (docs/spec.md 1.2): prices, billing intervals, Stripe's lookup keys, and default lengths of test
 * subscriptions.
 */

/**
 * `priceCents` is the price of one `interval` in US cents, and `price` the same amount as users see it. `testDays` is
 * the default length in days of the plan's test subscription, which is made without a payment.
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
