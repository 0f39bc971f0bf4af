import { startOf } from './calculations/utc-days.ts';

const number = new Intl.NumberFormat();
const percent = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 });
const dollars = new Intl.NumberFormat(undefined, { style: 'currency', currency: 'USD' });
const smallDollars = new Intl.NumberFormat(undefined, {
  style: 'currency',
  currency: 'USD',
  maximumSignificantDigits: 2,
});
const compact = new Intl.NumberFormat(undefined, { notation: 'compact' });
const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });
const shortDay = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric', timeZone: 'UTC' });

export const formatNumber = (n: number): string => number.format(n);
export const formatPercent = (share: number): string => percent.format(share);
/** Formats US dollars. In English, 0 becomes $0.00, 0.256 becomes $0.26, and 0.00123 becomes $0.0012. */
export const formatDollars = (cost: number): string =>
  (cost === 0 || cost >= 0.1 ? dollars : smallDollars).format(cost);
export const formatCompact = (n: number): string => compact.format(n);
export const formatDay = (at: string): string => day.format(startOf(at));
export const formatShortDay = (at: string): string => shortDay.format(startOf(at));
