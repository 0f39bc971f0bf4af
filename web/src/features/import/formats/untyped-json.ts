export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Latest time that a JavaScript `Date` can hold, in milliseconds since the epoch. */
const TIME_MAX = 8.64e15;

/** Returns a positive time in Unix seconds as milliseconds since the epoch; undefined for anything else. */
export const ofSeconds = (value: unknown): number | undefined =>
  typeof value === 'number' && value > 0 && value * 1000 < TIME_MAX ? Math.round(value * 1000) : undefined;

/**
 * Returns the time in a text that `Date.parse` can read, in milliseconds since the epoch. Returns undefined for any
 * other value, and for a time at or before the epoch.
 */
export function ofIso(value: unknown): number | undefined {
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) || at <= 0 ? undefined : at;
}
