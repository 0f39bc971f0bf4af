import { useEffect, useRef } from 'react';

/**
 * Calls `back` when the page is shown again as it was left (the way Back from the payment provider), when it is looked
 * at again, and when there is a network again.
 */
export function useRefreshOnReturn(back: () => void): void {
  const latest = useRef(back);
  latest.current = back;
  useEffect(() => {
    const comeBack = () => latest.current();
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) comeBack();
    };
    const onVisible = () => {
      if (document.visibilityState === 'visible') comeBack();
    };
    window.addEventListener('pageshow', onShow);
    window.addEventListener('online', comeBack);
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      document.removeEventListener('visibilitychange', onVisible);
      window.removeEventListener('pageshow', onShow);
      window.removeEventListener('online', comeBack);
    };
  }, []);
}
