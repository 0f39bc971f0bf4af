/** What was used. */
import * as z from 'zod/mini';

/** One UTC day. `cost` in US dollars. */
export const usageDay = z.object({
  day: z.string(),
  messages: z.number(),
  cost: z.number(),
  models: z.array(
    z.object({ model: z.string(), messages: z.number(), inputTokens: z.number(), outputTokens: z.number() }),
  ),
});
export type UsageDay = z.infer<typeof usageDay>;
