import { useEffect, useState } from 'react';
import { type Store, useStore } from '../../../lib/store.ts';
import { messageCopy } from '../copy.ts';
import type { QuotaState } from '../state/conversation/delivery.ts';
import type { ViewMessage } from '../state/turns/view-message.ts';
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

/** The view of a quota, and the time it is of. */
interface QuotaNow {
  readonly view: QuotaView | undefined;
  readonly now: number;
}

/** View of the day's quota now, and that time. */
export function useQuotaView(quota: Store<QuotaState>): QuotaNow {
  return useViewOf(useStore(quota));
}

/** Until when a message that the day's limit refused cannot be sent. */
export function useRefusal({ code, createdAt }: ViewMessage, quota: Store<QuotaState>): QuotaNow {
  const today = useStore(quota);
  const refused = { refusedAt: Date.parse(createdAt) };
  // A guest may be refused for what others at the address have sent: what is left of their own day tells nothing.
  const state = { quota_exceeded: today ?? refused, guest_quota_exceeded: refused };
  const { view, now } = useViewOf(
    code === 'quota_exceeded' || code === 'guest_quota_exceeded' ? state[code] : undefined,
  );
  return { view: view?.left === 0 ? view : undefined, now };
}

function useViewOf(state: QuotaState): QuotaNow {
  const [until, setUntil] = useState<number>();
  const now = useNow(until);
  const view = quotaView(state, now);
  useEffect(() => setUntil(view?.resetsAt), [view?.resetsAt]);
  return { view, now };
}

/** The time, to the minute, as long as `until` is ahead; and at `until`. It stands still without one. */
export function useNow(until: number | undefined): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (until === undefined) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tick = () => {
      const at = Date.now();
      setNow(at);
      if (at < until) timer = setTimeout(tick, Math.min(until - at, MINUTE_MS));
    };
    tick();
    return () => clearTimeout(timer);
  }, [until]);
  return now;
}
