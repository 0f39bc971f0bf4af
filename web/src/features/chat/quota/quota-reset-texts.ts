import { messageCopy } from '../conversation/conversation-and-markdown-copy.ts';
import { quotaCopy } from './copy.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Returns the first midnight in UTC after `time`; both in milliseconds since the epoch. */
export const nextMidnight = (time: number): number => (Math.floor(time / DAY_MS) + 1) * DAY_MS;

interface Reset {
  /** Milliseconds since the epoch. */
  readonly resetsAt: number;
}

export const retryText = ({ resetsAt }: Reset, now: number): string =>
  messageCopy.retryFrom(timeOf(resetsAt), waitText(resetsAt - now));

export function resetText({ resetsAt }: Reset, now: number, timeZone?: string): string {
  const local = timeOf(resetsAt, timeZone);
  return quotaCopy.resets(local === timeOf(resetsAt, 'UTC') ? undefined : local, waitText(resetsAt - now));
}

const timeOf = (time: number, timeZone?: string): string =>
  new Intl.DateTimeFormat(undefined, { timeStyle: 'short', timeZone }).format(time);

function waitText(ms: number): string {
  if (ms >= HOUR_MS) return quotaCopy.hours(Math.round(ms / HOUR_MS));
  return quotaCopy.minutes(Math.max(1, Math.ceil(ms / MINUTE_MS)));
}
