import { expect, it } from 'vitest';
import { keepingOf } from './keeping.ts';

const RETENTION = { free: 180, monthly: 365, yearly: null, noticeDays: 14 };
const PREMIUM = { tier: 'paid', active: true } as const;
const SECONDS = 1_790_000_000;

it.each([
  ['free', { tier: 'free', active: false } as const, { days: 180 }],
  ['monthly', { ...PREMIUM, planType: 'monthly' as const }, { days: 365 }],
  ['yearly (extended history retention)', { ...PREMIUM, planType: 'yearly' as const }, { days: null }],
  ['Premium that does not say which', PREMIUM, { days: 365 }],
  [
    'a yearly plan that is over',
    { ...PREMIUM, active: false, planType: 'yearly' as const, expiresAt: SECONDS },
    { days: 180, endedAt: SECONDS * 1_000 },
  ],
])('%s', (_, plan, keeping) => {
  expect(keepingOf(plan, RETENTION)).toEqual({ noticeDays: 14, ...keeping });
});
