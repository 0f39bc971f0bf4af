/** The operator's announcement to all signed-in users. There is one at most. */
import * as z from 'zod/mini';

export const announcementLevel = z.enum(['info', 'warning']);

/** Announcement as users get it. */
export const announcement = z.object({
  /** New whenever text, level or link change, so that a user who dismissed the announcement sees the changed one. */
  id: z.string(),
  text: z.string(),
  level: announcementLevel,
  link: z.optional(z.string()),
  /**
   * Seconds until the announcement ends. It is not a timestamp, because the device's clock may be wrong. Absent for
   * an announcement that stays until the operator removes it.
   */
  endsInSeconds: z.optional(z.number()),
});
export type Announcement = z.infer<typeof announcement>;
