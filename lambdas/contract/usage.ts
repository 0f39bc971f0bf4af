/** Usage, and what is left of a day. */
import * as z from 'zod/mini';
import { email } from './fields.ts';

const count = z.int();

/** Messages of the current UTC day. `resetsAt`: ISO 8601, the next midnight in UTC. */
export const quota = z.object({ limit: count, left: count, resetsAt: z.string() });
export type Quota = z.infer<typeof quota>;

/** One UTC day. `cost` in US dollars. */
export const usageDay = z.object({
  day: z.string(),
  messages: count,
  cost: z.number(),
  models: z.array(
    z.object({
      model: z.string(),
      messages: count,
      inputTokens: count,
      outputTokens: count,
      cost: z.number(),
    }),
  ),
});
export type UsageDay = z.infer<typeof usageDay>;

/**
 * `days`: the last 30 that had messages, newest first. `analytics`: every day that is kept, by model, with tokens and
 * cost, newest first; yearly subscribers alone get it.
 */
const usage = z.object({
  today: quota,
  days: z.array(z.object({ day: z.string(), messages: count })),
  analytics: z.optional(z.array(usageDay)),
});
export type Usage = z.infer<typeof usage>;

export const getUsage = {
  method: 'GET',
  path: '/api/usage',
  query: z.object({ userEmail: email }),
  response: usage,
} as const;
