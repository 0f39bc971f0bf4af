/**
 * Calls about a user's plan and the plan's models. A field `userId` holds an e-mail address (docs/spec.md 3.1).
 */
import * as z from 'zod/mini';
import { effort, planType, subscription, trueModel } from './entities.ts';
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
  /** Holds the subscription's fields twice: at the top level, and under `subscription` (docs/spec.md 3.1). */
  response: z.extend(subscription, { success: z.boolean(), subscription }),
} as const;

/**
 * Model of the catalogue. `goodAt` describes its strengths in a few words. `isLocked` is true when the user's plan does
 * not include the model.
 */
const modelDetails = z.object({
  id: z.string(),
  displayName: z.string(),
  trueModel,
  goodAt: z.string(),
  isLocked: z.boolean(),
  /** `optional`: thinks unless the effort is `quick`. `always`: thinks at every effort. @default does not think */
  thinking: z.optional(z.enum(['optional', 'always'])),
});
export type ModelDetails = z.infer<typeof modelDetails>;

export const getAvailableModels = {
  method: 'GET',
  path: '/api/subscription/available-models/{email}',
  params: z.object({ email }),
  /**
   * `models` holds the ids of the models that the user may use, in the plan's order of preference. `details` describes
   * the whole catalogue.
   * `efforts` holds the efforts that the user may choose. The first effort applies to a chat for which the user has
   * chosen none.
   */
  response: z.object({
    models: z.array(z.string()),
    details: z.array(modelDetails),
    efforts: z.array(effort),
  }),
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

/**
 * Starts a Premium subscription without a payment. Exists only in a deployment with `payments: test`, which takes no
 * money (docs/safety.md 33).
 */
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

/** Returns the URL of the payment provider's page on which the caller pays for a plan. */
export const createCheckoutSession = {
  method: 'POST',
  path: '/api/subscription/create-checkout-session',
  body: z.object({
    lookup_key: z.enum([PLANS.monthly.lookupKey, PLANS.yearly.lookupKey]),
    userId: email,
  }),
  response: z.object({ url: z.url() }),
} as const;

/** Returns the URL of the payment provider's page on which the caller changes cards and sees invoices. */
export const createPortalSession = {
  method: 'POST',
  path: '/api/subscription/portal',
  body: ofUser,
  response: z.object({ url: z.url() }),
} as const;
