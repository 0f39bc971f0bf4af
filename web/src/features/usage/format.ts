/** Numbers, money and days as the reader's locale writes them. */
import { startOf } from './data/days.ts';

const number = new Intl.NumberFormat();
const percent = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 });
const dollars = new Intl.NumberFormat(undefined, { style: 'currency', currency: 'USD' });
/** Most messages cost less than a cent. */
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
/** Below ten cents with as many digits as tell something. */
export const formatDollars = (cost: number): string =>
  (cost === 0 || cost >= 0.1 ? dollars : smallDollars).format(cost);
/** For the little room beside an axis. */
export const formatCompact = (n: number): string => compact.format(n);
export const formatDay = (at: string): string => day.format(startOf(at));
export const formatShortDay = (at: string): string => shortDay.format(startOf(at));
