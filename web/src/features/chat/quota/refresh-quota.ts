import { useEffect } from 'react';
import { loadWhenIdle } from '../../../components/load-on-demand-or-when-idle.tsx';
import { useWindowFocus } from '../../../components/use-on-window-focus.ts';
import { type Store, useStore } from '../../../lib/observable-store.ts';
import { getQuota } from '../api/plan-models-and-quota.ts';
import type { QuotaState } from '../state/quota-or-refusal.ts';

/**
 * Reads an unknown quota once the browser is idle. Reads the quota after a message was refused with `quota_exceeded`.
 * While a note about the quota is on screen (`isShown`), also reads it when the window gets the focus, because the user
 * may have changed the plan in another tab.
 */
export function useQuotaRefresh(email: string, quota: Store<QuotaState>, isShown: boolean): void {
  const state = useStore(quota);
  const isRefused = state !== undefined && 'refusedAt' in state;
  useEffect(() => {
    if (quota.get() === undefined) loadWhenIdle(() => readQuota(email, quota));
  }, [email, quota]);
  useEffect(() => {
    if (isRefused) void readQuota(email, quota);
  }, [isRefused, email, quota]);
  useWindowFocus(isShown, () => void readQuota(email, quota));
}

/** Reads the quota. Drops the response if the quota was set during the request, for example by an acknowledgement. */
export async function readQuota(
  email: string,
  quota: Store<QuotaState>,
  read: typeof getQuota = getQuota,
): Promise<void> {
  const before = quota.get();
  try {
    const today = await read(email);
    if (quota.get() === before) quota.set(today);
  } catch {
    // The known quota stays until an acknowledgement or a later read brings a new one.
  }
}
