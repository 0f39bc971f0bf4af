import { messageCopy } from '../copy.ts';
import type { QuotaState } from '../model/conversation/delivery.ts';
import { quotaCopy } from './copy.ts';

/** View of the day's quota. */
export interface QuotaView {
  readonly left: number;
  /** Not known where all that was told is that nothing is left. */
  readonly limit: number | undefined;
  readonly resetsAt: number;
}

/** From here on what is left is shown: the larger of the two. */
const LOW_SHARE = 0.2;
const LOW_COUNT = 5;
const DAY_MS = 86_400_000;

/** Picks what is shown at a time; nothing while plenty is left, or where what was told is of a day that is over. */
export function quotaView(state: QuotaState, now: number): QuotaView | undefined {
  const view = state && viewOf(state);
  if (!view || view.resetsAt <= now) return undefined;
  return view.left <= Math.max(LOW_COUNT, (view.limit ?? 0) * LOW_SHARE) ? view : undefined;
}

function viewOf(state: NonNullable<QuotaState>): QuotaView {
  if ('refusedAt' in state) return { left: 0, limit: undefined, resetsAt: nextMidnight(state.refusedAt) };
  return { left: state.left, limit: state.limit, resetsAt: Date.parse(state.resetsAt) };
}

/** The next midnight in UTC. */
export const nextMidnight = (time: number): number => (Math.floor(time / DAY_MS) + 1) * DAY_MS;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** When a refused message can be sent: in the reader's own time, and how long until then. */
export const retryText = ({ resetsAt }: QuotaView, now: number): string =>
  messageCopy.retryFrom(timeOf(resetsAt), waitText(resetsAt - now));

/** When the day's quota begins again: in UTC, in the reader's own time, and how long until then. */
export function resetText({ resetsAt }: Pick<QuotaView, 'resetsAt'>, now: number, timeZone?: string): string {
  const local = timeOf(resetsAt, timeZone);
  return quotaCopy.resets(local === timeOf(resetsAt, 'UTC') ? undefined : local, waitText(resetsAt - now));
}

const timeOf = (time: number, timeZone?: string): string =>
  new Intl.DateTimeFormat(undefined, { timeStyle: 'short', timeZone }).format(time);

function waitText(ms: number): string {
  if (ms >= HOUR_MS) return quotaCopy.hours(Math.round(ms / HOUR_MS));
  return quotaCopy.minutes(Math.max(1, Math.ceil(ms / MINUTE_MS)));
}
