import { type ReactNode, startTransition, useLayoutEffect, useState } from 'react';
import { UNSAFE_createBrowserHistory as createBrowserHistory, Router } from 'react-router';

/**
 * Replaces react-router's own BrowserRouter. That one is in a module with links, forms and data loading, which would
 * add 4 KB of unused code to the landing page (decision 0053).
 */
export function BrowserRouter({ children }: { readonly children: ReactNode }) {
  // With `v5Compat`, listeners are also called after `navigate`, not only after Back and Forward.
  const [history] = useState(() => createBrowserHistory({ v5Compat: true }));
  const [{ action, location }, setEntry] = useState<Pick<typeof history, 'action' | 'location'>>(history);
  useLayoutEffect(() => history.listen((entry) => startTransition(() => setEntry(entry))), [history]);
  return (
    <Router location={location} navigationType={action} navigator={history}>
      {children}
    </Router>
  );
}
