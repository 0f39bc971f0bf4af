import { useEffect, useRef, useState } from 'react';
import { useWindowFocus } from '../../../components/use-on-window-focus.ts';
import { loadSiteConfig } from '../../../lib/site-config.ts';
import { getPlan } from '../api/plan-models-and-quota.ts';

/**
 * Tells whether the user has no active paid plan. False until the plan has been read. A failed read counts as the free
 * plan.
 */
export function useIsFree(email: string | undefined, isShown: boolean): boolean {
  const [isFree, setFree] = useState(false);
  const asked = useRef(0);
  const read = () => {
    if (email === undefined) return;
    asked.current += 1;
    const number = asked.current;
    // The answer to an older read may arrive after the answer to a newer read, and may contain an outdated plan. So
    // only the newest read counts.
    const show = (isNowFree: boolean) => number === asked.current && setFree(isNowFree);
    getPlan(email).then(
      ({ tier, active }) => show(tier === 'free' || !active),
      () => show(true),
    );
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new `read` on a render is no reason to read again
  useEffect(() => {
    if (isShown) read();
  }, [isShown, email]);
  useWindowFocus(isShown, read);
  return isFree;
}

/** Tells whether this deployment sells Premium. True while the site's configuration loads, and if it cannot load. */
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
