/** A field `userId` of these calls holds an e-mail address (docs/spec.md 3.1). */
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
  /** Has the subscription's fields at the top level and again under `subscription` (docs/spec.md 3.1). */
  response: z.extend(subscription, { success: z.boolean(), subscription }),
} as const;

const modelDetails = z.object({
  id: z.string(),
  displayName: z.string(),
  trueModel,
  goodAt: z.string(),
  /** True if the user's plan does not include the model. */
  isLocked: z.boolean(),
  /** True if Premium does not include the locked model either. The client then hides the model. @default false */
  isUnavailable: z.optional(z.boolean()),
  /** `optional`: thinks unless the effort is `quick`. `always`: thinks at every effort. @default does not think */
  thinking: z.optional(z.enum(['optional', 'always'])),
});
export type ModelDetails = z.infer<typeof modelDetails>;

export const getAvailableModels = {
  method: 'GET',
  path: '/api/subscription/available-models/{email}',
  params: z.object({ email }),
  /**
   * `models` are the ids that the user may use, in the plan's order of preference. `details` describes the whole
   * catalogue. The first of `efforts` applies to a chat for which the user has chosen none. `lockedEfforts` are those
   * that Premium has and the user's plan lacks; an earlier server does not send them.
   */
  response: z.object({
    models: z.array(z.string()),
    details: z.array(modelDetails),
    efforts: z.array(effort),
    lockedEfforts: z.optional(z.array(effort)),
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
