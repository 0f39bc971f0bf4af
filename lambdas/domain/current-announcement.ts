import type { Announcement } from '#contract/announcement';
import { readAnnouncement } from '../store/announcement.ts';

/**
 * Returns the operator's announcement (decision 0132), unless it has ended. The read is eventually consistent, so it
 * may miss a change that was made a moment before.
 */
export async function currentAnnouncement(): Promise<Announcement | undefined> {
  const stored = await readAnnouncement(false);
  if (!stored) return undefined;
  const { id, text, level, link, endsAt } = stored;
  const common = { id, text, level, ...(link !== undefined && { link }) };
  if (endsAt === undefined) return common;
  const endsInSeconds = Math.ceil((Date.parse(endsAt) - Date.now()) / 1_000);
  return endsInSeconds > 0 ? { ...common, endsInSeconds } : undefined;
}
