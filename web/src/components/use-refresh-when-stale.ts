import { useEffect, useRef } from 'react';

/**
 * Calls `refresh` when the page may be out of date: when the page becomes visible again, when the network returns, and
 * when the browser restores the page from the back/forward cache. The browser can restore the page, for example, after
 * the user goes back from the payment provider's page. Also calls `refresh` when the user stops the browser on its way
 * to another page. A form that waits for that page can then be used again.
 */
export function useRefreshWhenStale(refresh: () => void): void {
  const latest = useRef(refresh);
  latest.current = refresh;
  useEffect(() => {
    const onReturn = () => latest.current();
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) onReturn();
    };
    const onVisible = () => {
      if (document.visibilityState === 'visible') onReturn();
    };
    window.addEventListener('pageshow', onShow);
    window.addEventListener('online', onReturn);
    document.addEventListener('visibilitychange', onVisible);
    // Browsers before 2026 may lack the Navigation API.
    const navigation = 'navigation' in window ? window.navigation : undefined;
    navigation?.addEventListener('navigateerror', onReturn);
    return () => {
      navigation?.removeEventListener('navigateerror', onReturn);
      document.removeEventListener('visibilitychange', onVisible);
      window.removeEventListener('pageshow', onShow);
      window.removeEventListener('online', onReturn);
    };
  }, []);
}
