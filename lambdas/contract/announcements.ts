/** The operator's announcement to all signed-in users. There is one at most. */
import * as z from 'zod/mini';

export const announcementLevel = z.enum(['info', 'warning']);

/** Announcement as users get it. */
export const announcement = z.object({
  /** Changes when text, level or link change, so that a user who has dismissed the one before sees the new one. */
  id: z.string(),
  text: z.string(),
  level: announcementLevel,
  link: z.optional(z.string()),
  /** Seconds until its end, because the device's clock may be wrong. Absent if it stays until it is removed. */
  endsInSeconds: z.optional(z.number()),
});
export type Announcement = z.infer<typeof announcement>;
