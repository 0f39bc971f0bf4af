/**
 * Paid plans (docs/spec.md 1.2). `priceCents` is the price of one `interval` in US cents. `testDays` is the length in
 * days that the form of a test subscription proposes (docs/spec.md 2.10).
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
