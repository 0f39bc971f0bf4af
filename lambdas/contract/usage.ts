import * as z from 'zod/mini';
import { quota, storage, usageDay } from './entities.ts';
import { email } from './request-fields.ts';

/**
 * `days` holds the days with messages among the last 30 days, newest first. `analytics` holds all stored days with
 * messages, newest first; only yearly subscribers get it.
 */
const usage = z.object({
  today: quota,
  days: z.array(z.object({ day: z.string(), messages: z.int() })),
  analytics: z.optional(z.array(usageDay)),
  /** Absent in the answer of an earlier deployment. */
  storage: z.optional(storage),
});
export type Usage = z.infer<typeof usage>;

export const getUsage = {
  method: 'GET',
  path: '/api/usage',
  query: z.object({ userEmail: email }),
  response: usage,
} as const;
