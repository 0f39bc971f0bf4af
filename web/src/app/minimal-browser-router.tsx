import { type ReactNode, startTransition, useLayoutEffect, useMemo, useState } from 'react';
import {
  UNSAFE_createBrowserHistory as createBrowserHistory,
  UNSAFE_LocationContext as LocationContext,
  UNSAFE_NavigationContext as NavigationContext,
} from 'react-router';
import { noteNavigation } from '../components/focus-title.ts';

/**
 * Replaces react-router's own BrowserRouter and Router, whose modules would add unused code to the landing page
 * (decision 0053).
 */
export function BrowserRouter({ children }: { readonly children: ReactNode }) {
  const [navigation] = useState(() => ({
    // With `v5Compat`, listeners are also called after `navigate`, not only after Back and Forward.
    navigator: createBrowserHistory({ v5Compat: true }),
    basename: '/',
    static: false,
    useTransitions: undefined,
    future: {},
  }));
  const { navigator } = navigation;
  const [{ action, location }, setEntry] = useState<Pick<typeof navigator, 'action' | 'location'>>(navigator);
  useLayoutEffect(() => {
    const stop = navigator.listen((entry) => {
      // After `noteNavigation(true)`, the title of a page may take the focus. A redirect (`REPLACE`) may be a part of
      // the first load, and the title must not take the focus then.
      if (entry.action !== 'REPLACE') noteNavigation(true);
      startTransition(() => setEntry(entry));
    });
    return () => {
      stop();
      noteNavigation(false);
    };
  }, [navigator]);
  const place = useMemo(() => ({ location, navigationType: action }), [location, action]);
  return (
    <NavigationContext value={navigation}>
      <LocationContext value={place}>{children}</LocationContext>
    </NavigationContext>
  );
}
