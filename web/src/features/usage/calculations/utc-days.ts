/** Functions for UTC days, written yyyy-mm-dd. The server counts usage by these days. */

const DAY_MS = 86_400_000;

/**
 * Returns the day before the next reset of the quota (`resetsAt`): the server's current day, even if this device's
 * clock is wrong.
 */
export const dayBefore = (resetsAt: string): string => dayOf(Date.parse(resetsAt) - 1);

/** Returns `count` consecutive days up to `last`, oldest first. */
export function daysUntil(last: string, count: number): string[] {
  const end = startOf(last);
  return Array.from({ length: count }, (_, i) => dayOf(end - (count - 1 - i) * DAY_MS));
}

/** Returns the days from `first` to `last`, both included. Empty if `first` is later. */
export const daysBetween = (first: string, last: string): string[] =>
  daysUntil(last, Math.max(0, Math.round((startOf(last) - startOf(first)) / DAY_MS) + 1));

/** Returns the start of the day, as Unix time in milliseconds. */
export const startOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
