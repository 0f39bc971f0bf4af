/** UTC days, written yyyy-mm-dd: the days that messages are counted by. */

const DAY_MS = 86_400_000;

/** The day that ends when the quota is reset: the server's own day, whatever this machine's clock says. */
export const dayBefore = (resetsAt: string): string => dayOf(Date.parse(resetsAt) - 1);

/** `count` days in a row of which `last` is the last, oldest first. */
export function daysUntil(last: string, count: number): string[] {
  const end = startOf(last);
  return Array.from({ length: count }, (_, i) => dayOf(end - (count - 1 - i) * DAY_MS));
}

/** The days from `first` to `last`, both included; none where `first` is later. */
export const daysBetween = (first: string, last: string): string[] =>
  daysUntil(last, Math.max(0, Math.round((startOf(last) - startOf(first)) / DAY_MS) + 1));

/** Where the day begins, in milliseconds. */
export const startOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
