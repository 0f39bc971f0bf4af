import { useEffect, useState } from 'react';
import { type Store, useStore } from '../../../lib/store.ts';
import type { QuotaState } from '../model/conversation/delivery.ts';
import type { ViewMessage } from '../model/turns/view-message.ts';
import { type QuotaView, quotaView } from './quota-view.ts';

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

const MINUTE_MS = 60_000;

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
