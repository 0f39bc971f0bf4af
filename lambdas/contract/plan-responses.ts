/**
 * What the calls of `plan-routes.ts` answer. Addresses and whole numbers are the server's word: what would check them
 * again weighs on every chat, which loads the schema library.
 */
import * as z from 'zod/mini';
import { subscription } from './entities.ts';
import { quota, usageDay } from './usage.ts';

const withMessage = z.object({ message: z.string() });

/** Spec 3: the payment page reads `subscription`, the management screen the fields themselves. */
export const getSubscriptionStatusResponse = z.extend(subscription, { success: z.boolean(), subscription });

/** A model of the catalogue. `goodAt`: a few words for people. `isLocked`: another plan opens it. */
export const modelDetails = z.object({
  id: z.string(),
  displayName: z.string(),
  goodAt: z.string(),
  isLocked: z.boolean(),
});
export type ModelDetails = z.infer<typeof modelDetails>;
/** `models`: ids of those that the user may use, in their order of preference. `details`: all of the catalogue. */
export const getAvailableModelsResponse = z.object({
  models: z.array(z.string()),
  details: z.array(modelDetails),
});

export const cancelSubscriptionResponse = z.object({ message: z.string(), subscription });
export const resumeSubscriptionResponse = z.object({ message: z.string(), subscription });
export const createTestSubscriptionResponse = z.object({ message: z.string(), subscription });
export const createCheckoutSessionResponse = z.object({ url: z.string() });
/** Where the payment provider lets a subscriber change cards and see invoices. */
export const createPortalSessionResponse = z.object({ url: z.string() });
/** `model`: the model that answers in this chat; absent when it is chosen for each message. */
export const setChatModelResponse = z.object({ chatId: z.string(), model: z.optional(z.string()) });

/** Messages of a UTC day. */
const dayOfUse = z.object({ day: z.string(), messages: z.number() });
/**
 * `days`: the last 30 that had messages, newest first. `analytics`: by model, with tokens and cost, as far back as it
 * is kept, newest first; there for yearly subscribers.
 */
export const getUsageResponse = z.object({
  today: quota,
  days: z.array(dayOfUse),
  analytics: z.optional(z.array(usageDay)),
});
export const contactSupportResponse = withMessage;
