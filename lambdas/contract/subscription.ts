/** A field `userId` of these calls holds an e-mail address (docs/spec.md 3.1). */
import * as z from 'zod/mini';
import { planType, subscription } from './entities.ts';
import { TEST_SUBSCRIPTION_DAYS } from './limits.ts';
import { PLANS } from './plans.ts';
import { email } from './request-fields.ts';

const days = z.int().check(z.gte(TEST_SUBSCRIPTION_DAYS.min), z.lte(TEST_SUBSCRIPTION_DAYS.max));
const ofUser = z.object({ userId: email });
const changed = z.object({ message: z.string(), subscription });

export const getSubscriptionStatus = {
  method: 'GET',
  path: '/api/subscription/status/{email}',
  params: z.object({ email }),
  /** Has the subscription's fields at the top level and again under `subscription` (docs/spec.md 3.1). */
  response: z.extend(subscription, { success: z.boolean(), subscription }),
} as const;

export const cancelSubscription = {
  method: 'POST',
  path: '/api/subscription/cancel',
  body: z.object({ userId: email, immediate: z.boolean() }),
  response: changed,
} as const;

/** Withdraws a cancellation that would take effect at the period's end. */
export const resumeSubscription = {
  method: 'POST',
  path: '/api/subscription/resume',
  body: ofUser,
  response: changed,
} as const;

/** Starts a paid subscription without a payment, only in a deployment with `payments: test` (docs/safety.md 33). */
export const createTestSubscription = {
  method: 'POST',
  path: '/api/subscription/test-subscription',
  body: z.object({
    userId: email,
    tier: z.literal('paid'),
    durationDays: days,
    planType: z.optional(planType),
  }),
  response: changed,
} as const;

export const createCheckoutSession = {
  method: 'POST',
  path: '/api/subscription/create-checkout-session',
  body: z.object({
    lookup_key: z.enum([PLANS.monthly.lookupKey, PLANS.yearly.lookupKey]),
    userId: email,
  }),
  response: z.object({ url: z.url() }),
} as const;

/** Returns the URL of the payment provider's page for changing cards and reading invoices. */
export const createPortalSession = {
  method: 'POST',
  path: '/api/subscription/portal',
  body: ofUser,
  response: z.object({ url: z.url() }),
} as const;
