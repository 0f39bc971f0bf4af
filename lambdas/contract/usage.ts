/** What was used, and what is left of a day. */
import * as z from 'zod/mini';

/** Messages of the running day. `resetsAt`: ISO 8601, the next midnight in UTC. */
export const quota = z.object({ limit: z.number(), left: z.number(), resetsAt: z.string() });
export type Quota = z.infer<typeof quota>;

/** One UTC day. `cost` in US dollars. */
export const usageDay = z.object({
  day: z.string(),
  messages: z.number(),
  cost: z.number(),
  models: z.array(
    z.object({
      model: z.string(),
      messages: z.number(),
      inputTokens: z.number(),
      outputTokens: z.number(),
      cost: z.number(),
    }),
  ),
});
export type UsageDay = z.infer<typeof usageDay>;
