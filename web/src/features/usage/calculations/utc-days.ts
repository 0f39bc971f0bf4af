/** UTC days, written yyyy-mm-dd, by which the server counts usage. */

const DAY_MS = 86_400_000;

/** Returns the server's current day, which ends at `resetsAt`. Does not read the device's clock, which may be wrong. */
export const dayBefore = (resetsAt: string): string => dayOf(Date.parse(resetsAt) - 1);

export function daysUntil(last: string, count: number): string[] {
  const end = startOf(last);
  return Array.from({ length: count }, (_, i) => dayOf(end - (count - 1 - i) * DAY_MS));
}

/** Returns the days from `first` to `last`, both included. */
export const daysBetween = (first: string, last: string): string[] =>
  daysUntil(last, Math.max(0, Math.round((startOf(last) - startOf(first)) / DAY_MS) + 1));

/** Returns Unix time in milliseconds. */
export const startOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
