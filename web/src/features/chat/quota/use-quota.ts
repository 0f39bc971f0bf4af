import { useEffect, useState } from 'react';
import { loadWhenIdle } from '../../../components/on-demand.tsx';
import { loadSiteConfig } from '../../../lib/site-config.ts';
import { type Store, useStore } from '../../../lib/store.ts';
import { getPlan, getQuota } from '../api/plan.ts';
import type { QuotaState } from '../state/conversation/delivery.ts';

/**
 * Asks the server what is left: after the page has been loaded, after a refusal, and while it is shown when the person
 * comes back to the page, as the plan may be another by then.
 */
export function useQuotaOf(email: string, quota: Store<QuotaState>, isShown: boolean): void {
  const state = useStore(quota);
  const isRefused = state !== undefined && 'refusedAt' in state;
  useEffect(() => {
    if (quota.get() === undefined) loadWhenIdle(() => readQuota(email, quota));
  }, [email, quota]);
  useEffect(() => {
    if (isRefused) void readQuota(email, quota);
  }, [isRefused, email, quota]);
  useOnReturn(isShown, () => void readQuota(email, quota));
}

/** Not where an acknowledgement has told it meanwhile: that is newer. */
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
    // It is told with the next message.
  }
}

/** True when the user has the free plan. Read when `isShown`; where that fails, they may see for themselves. */
export function useIsFree(email: string | undefined, isShown: boolean): boolean {
  const [isFree, setFree] = useState(false);
  const read = () => {
    if (email === undefined) return;
    getPlan(email).then(
      ({ tier, active }) => setFree(tier === 'free' || !active),
      () => setFree(true),
    );
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once when it is shown
  useEffect(() => {
    if (isShown) read();
  }, [isShown, email]);
  useOnReturn(isShown, read);
  return isFree;
}

function useOnReturn(isShown: boolean, act: () => void): void {
  useEffect(() => {
    if (!isShown) return;
    window.addEventListener('focus', act);
    return () => window.removeEventListener('focus', act);
  });
}

/** True when this deployment sells Premium. */
export function useIsForSale(): boolean {
  const [isForSale, setForSale] = useState(true);
  useEffect(() => {
    loadSiteConfig().then(
      ({ payments }) => setForSale(payments !== 'off'),
      () => undefined,
    );
  }, []);
  return isForSale;
}
