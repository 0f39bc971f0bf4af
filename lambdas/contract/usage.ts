/** Call that reports the caller's usage and daily allowance. */
import * as z from 'zod/mini';
import { email } from './request-fields.ts';

const count = z.int();

/** Message allowance of the current UTC day. `resetsAt` is the next midnight in UTC (ISO 8601). */
export const quota = z.object({ limit: count, left: count, resetsAt: z.string() });
export type Quota = z.infer<typeof quota>;

/** Usage of one UTC day. `cost` is in US dollars. */
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
 * `days` holds the days with messages among the last 30 days, newest first. `analytics` holds every stored day by
 * model, with tokens and cost, newest first. Only yearly subscribers get `analytics`.
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
