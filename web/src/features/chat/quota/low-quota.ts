import { useEffect, useState } from 'react';
import { useNow } from '../../../components/use-now.ts';
import { type Store, useStore } from '../../../lib/observable-store.ts';
import type { QuotaState } from '../state/quota-or-refusal.ts';
import type { ViewMessage } from '../state/turns/shown-message.ts';
import { nextMidnight } from './quota-reset-texts.ts';

export interface LowQuota {
  readonly left: number;
  /** Messages a day; undefined after a refusal, which does not tell the limit. */
  readonly limit: number | undefined;
  /** Milliseconds since the epoch. */
  readonly resetsAt: number;
}

const LOW_SHARE = 0.2;
const LOW_COUNT = 5;

/** Returns the quota when it is low; undefined when it is not low, is unknown, or has been reset before `now`. */
export function lowQuota(state: QuotaState, now: number): LowQuota | undefined {
  const low = state && fromState(state);
  if (!low || low.resetsAt <= now) return undefined;
  return low.left <= Math.max(LOW_COUNT, (low.limit ?? 0) * LOW_SHARE) ? low : undefined;
}

function fromState(state: NonNullable<QuotaState>): LowQuota {
  if ('refusedAt' in state) return { left: 0, limit: undefined, resetsAt: nextMidnight(state.refusedAt) };
  return { left: state.left, limit: state.limit, resetsAt: Date.parse(state.resetsAt) };
}

interface LowQuotaNow {
  readonly low: LowQuota | undefined;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Renders again each minute while the quota is low, and at the reset. */
export function useLowQuota(quota: Store<QuotaState>): LowQuotaNow {
  return useLowQuotaOf(useStore(quota));
}

/**
 * Returns `low` for a message that was refused because a quota is used up, until the message can be sent again. For a
 * guest, or if the quota is unknown, the message can be sent again at the first midnight in UTC after the refusal.
 */
export function useQuotaRefusal({ code, createdAt }: ViewMessage, quota: Store<QuotaState>): LowQuotaNow {
  const today = useStore(quota);
  const refused = { refusedAt: Date.parse(createdAt) };
  // A guest can be refused because other guests share the IP address, so the guest's own quota is not used here.
  const state = { quota_exceeded: today ?? refused, guest_quota_exceeded: refused };
  const { low, now } = useLowQuotaOf(
    code === 'quota_exceeded' || code === 'guest_quota_exceeded' ? state[code] : undefined,
  );
  return { low: low?.left === 0 ? low : undefined, now };
}

function useLowQuotaOf(state: QuotaState): LowQuotaNow {
  const [until, setUntil] = useState<number>();
  const now = useNow(until);
  const low = lowQuota(state, now);
  useEffect(() => setUntil(low?.resetsAt), [low?.resetsAt]);
  return { low, now };
}
