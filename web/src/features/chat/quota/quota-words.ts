import { messageCopy } from '../copy.ts';
import { quotaCopy } from './copy.ts';
import type { QuotaView } from './quota-view.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** When a refused message can be sent: in the reader's own time, and how long until then. */
export const retryWords = ({ resetsAt }: QuotaView, now: number): string =>
  messageCopy.retryFrom(timeOf(resetsAt), waitWords(resetsAt - now));

/** When the day's quota begins again: in UTC, in the reader's own time, and how long until then. */
export function resetWords(
  { resetsAt }: Pick<QuotaView, 'resetsAt'>,
  now: number,
  timeZone?: string,
): string {
  const own = timeOf(resetsAt, timeZone);
  return quotaCopy.resets(own === timeOf(resetsAt, 'UTC') ? undefined : own, waitWords(resetsAt - now));
}

const timeOf = (time: number, timeZone?: string): string =>
  new Intl.DateTimeFormat(undefined, { timeStyle: 'short', timeZone }).format(time);

function waitWords(ms: number): string {
  if (ms >= HOUR_MS) return quotaCopy.hours(Math.round(ms / HOUR_MS));
  return quotaCopy.minutes(Math.max(1, Math.ceil(ms / MINUTE_MS)));
}
