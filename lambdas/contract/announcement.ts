import * as z from 'zod/mini';

export const announcementLevel = z.enum(['info', 'warning']);

/** The operator's announcement, as all signed-in users get it. There is one at most. */
export const announcement = z.object({
  /** New whenever text, level or link change, so that a user who dismissed the announcement sees the changed one. */
  id: z.string(),
  text: z.string(),
  level: announcementLevel,
  link: z.optional(z.string()),
  /** Not a timestamp, because the device's clock may be wrong. Absent if the announcement has no end. */
  endsInSeconds: z.optional(z.number()),
});
export type Announcement = z.infer<typeof announcement>;
