/** Calls about plans, models, usage and support, of `plan-routes.ts`. A `userId` is an e-mail address (spec 3). */
import * as z from 'zod/mini';
import { chatId, planType } from './entities.ts';
import { email } from './fields.ts';
import { PLANS, SUPPORT, TEST_SUBSCRIPTION_DAYS } from './limits.ts';
import * as responses from './plan-responses.ts';
import { planRoutes } from './plan-routes.ts';

const days = z.int().check(z.gte(TEST_SUBSCRIPTION_DAYS.min), z.lte(TEST_SUBSCRIPTION_DAYS.max));
/** Something that can be seen: control characters and spaces alone are no text. */
const VISIBLE = /[^\p{C}\p{Z}]/u;
const ofUser = z.object({ userId: email });

export const planCalls = {
  getSubscriptionStatus: {
    ...planRoutes.getSubscriptionStatus,
    params: z.object({ email }),
    response: responses.getSubscriptionStatusResponse,
  },
  getAvailableModels: {
    ...planRoutes.getAvailableModels,
    params: z.object({ email }),
    response: responses.getAvailableModelsResponse,
  },
  cancelSubscription: {
    ...planRoutes.cancelSubscription,
    body: z.object({ userId: email, immediate: z.boolean() }),
    response: responses.cancelSubscriptionResponse,
  },
  /** Takes a cancellation at the period's end back. */
  resumeSubscription: {
    ...planRoutes.resumeSubscription,
    body: ofUser,
    response: responses.resumeSubscriptionResponse,
  },
  /** In test mode alone. */
  createTestSubscription: {
    ...planRoutes.createTestSubscription,
    body: z.object({
      userId: email,
      tier: z.literal('paid'),
      durationDays: days,
      planType: z.optional(planType),
    }),
    response: responses.createTestSubscriptionResponse,
  },
  /** For oneself alone. */
  createCheckoutSession: {
    ...planRoutes.createCheckoutSession,
    body: z.object({
      lookup_key: z.enum([PLANS.monthly.lookupKey, PLANS.yearly.lookupKey]),
      userId: email,
    }),
    response: responses.createCheckoutSessionResponse,
  },
  /** For oneself alone. */
  createPortalSession: {
    ...planRoutes.createPortalSession,
    body: ofUser,
    response: responses.createPortalSessionResponse,
  },
  /** Which model answers in a chat from now on; null leaves it to the choice for each message. */
  setChatModel: {
    ...planRoutes.setChatModel,
    params: z.object({ chatId }),
    body: z.object({ model: z.nullable(z.string().check(z.maxLength(64))) }),
    response: responses.setChatModelResponse,
  },
  getUsage: {
    ...planRoutes.getUsage,
    query: z.object({ userEmail: email }),
    response: responses.getUsageResponse,
  },
  /** Mailed to the operator, with the sender's plan: Premium's comes first. */
  contactSupport: {
    ...planRoutes.contactSupport,
    body: z.object({
      subject: z.string().check(z.trim(), z.regex(VISIBLE), z.maxLength(SUPPORT.subjectMaxLength)),
      message: z.string().check(z.trim(), z.regex(VISIBLE), z.maxLength(SUPPORT.messageMaxLength)),
    }),
    response: responses.contactSupportResponse,
  },
} as const;
