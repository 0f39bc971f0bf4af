import { quotaTexts } from '../../../lib/quota-texts.ts';
import type { QuotaView } from './quota-view.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** When the day's quota begins anew: in UTC, in the reader's own time, and how long until then. */
export function resetWords({ resetsAt }: QuotaView, now: number, timeZone?: string): string {
  const time = (zone: string | undefined) =>
    new Intl.DateTimeFormat(undefined, { timeStyle: 'short', timeZone: zone }).format(resetsAt);
  const own = time(timeZone);
  return quotaTexts.resets(own === time('UTC') ? undefined : own, waitWords(resetsAt - now));
}

function waitWords(ms: number): string {
  if (ms >= HOUR_MS) return quotaTexts.hours(Math.round(ms / HOUR_MS));
  return quotaTexts.minutes(Math.max(1, Math.ceil(ms / MINUTE_MS)));
}
