/** Calls about a user's plan and the models that it opens. A `userId` is an e-mail address (docs/spec.md 3.1). */
import * as z from 'zod/mini';
import { planType, subscription } from './entities.ts';
import { email } from './fields.ts';
import { PLANS, TEST_SUBSCRIPTION_DAYS } from './limits.ts';

const days = z.int().check(z.gte(TEST_SUBSCRIPTION_DAYS.min), z.lte(TEST_SUBSCRIPTION_DAYS.max));
const ofUser = z.object({ userId: email });
const changed = z.object({ message: z.string(), subscription });

export const getSubscriptionStatus = {
  method: 'GET',
  path: '/api/subscription/status/{email}',
  params: z.object({ email }),
  /** The fields, and once more under `subscription`, which the payment page reads (docs/spec.md 3.1). */
  response: z.extend(subscription, { success: z.boolean(), subscription }),
} as const;

/** A model of the catalogue. `goodAt`: a few words for people. `isLocked`: another plan opens it. */
const modelDetails = z.object({
  id: z.string(),
  displayName: z.string(),
  goodAt: z.string(),
  isLocked: z.boolean(),
});
export type ModelDetails = z.infer<typeof modelDetails>;

export const getAvailableModels = {
  method: 'GET',
  path: '/api/subscription/available-models/{email}',
  params: z.object({ email }),
  /** `models`: ids of those that the user may use, in their order of preference. `details`: all of the catalogue. */
  response: z.object({ models: z.array(z.string()), details: z.array(modelDetails) }),
} as const;

export const cancelSubscription = {
  method: 'POST',
  path: '/api/subscription/cancel',
  body: z.object({ userId: email, immediate: z.boolean() }),
  response: changed,
} as const;

/** Takes a cancellation at the period's end back. */
export const resumeSubscription = {
  method: 'POST',
  path: '/api/subscription/resume',
  body: ofUser,
  response: changed,
} as const;

/** In test mode alone. */
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

/** Opens the payment provider's page where the caller pays for a plan. */
export const createCheckoutSession = {
  method: 'POST',
  path: '/api/subscription/create-checkout-session',
  body: z.object({
    lookup_key: z.enum([PLANS.monthly.lookupKey, PLANS.yearly.lookupKey]),
    userId: email,
  }),
  response: z.object({ url: z.url() }),
} as const;

/** Opens the payment provider's page where the caller changes cards and sees invoices. */
export const createPortalSession = {
  method: 'POST',
  path: '/api/subscription/portal',
  body: ofUser,
  response: z.object({ url: z.url() }),
} as const;
