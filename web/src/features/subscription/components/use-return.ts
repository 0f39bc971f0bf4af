import { useEffect } from 'react';

/**
 * Calls `back` when the page is shown again as it was left (the way Back from the payment provider), when it is looked
 * at again, and when there is a network again. `back`: the same function at every render.
 */
export function useReturn(back: () => void): void {
  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) back();
    };
    const onVisible = () => {
      if (document.visibilityState === 'visible') back();
    };
    window.addEventListener('pageshow', onShow);
    window.addEventListener('online', back);
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      document.removeEventListener('visibilitychange', onVisible);
      window.removeEventListener('pageshow', onShow);
      window.removeEventListener('online', back);
    };
  }, [back]);
}
