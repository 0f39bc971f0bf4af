/** Conditions under which the chat screen offers an upgrade to Premium. */
import { useEffect, useRef, useState } from 'react';
import { loadSiteConfig } from '../../../lib/site-config.ts';
import { getPlan } from '../api/plan-and-quota.ts';
import { useWindowFocus } from './use-window-focus.ts';

/**
 * Tells whether the user has the free plan. Reads the plan when `isShown` becomes true, and on each window focus while
 * it is true. A failed read counts as free. False until the first read has ended.
 */
export function useIsFree(email: string | undefined, isShown: boolean): boolean {
  const [isFree, setFree] = useState(false);
  const asked = useRef(0);
  const read = () => {
    if (email === undefined) return;
    asked.current += 1;
    const number = asked.current;
    // Ignores the answer of a read after which another one has begun. It may tell the plan before a change.
    const show = (isNowFree: boolean) => number === asked.current && setFree(isNowFree);
    getPlan(email).then(
      ({ tier, active }) => show(tier === 'free' || !active),
      () => show(true),
    );
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: `read` is new on each render, and one read is enough
  useEffect(() => {
    if (isShown) read();
  }, [isShown, email]);
  useWindowFocus(isShown, read);
  return isFree;
}

/** Tells whether this deployment sells Premium. True until the site's configuration has loaded, or if that fails. */
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
