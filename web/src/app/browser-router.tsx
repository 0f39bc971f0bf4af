import { type ReactNode, startTransition, useLayoutEffect, useState } from 'react';
import { UNSAFE_createBrowserHistory as createBrowserHistory, Router } from 'react-router';

/**
 * Does what the library's own BrowserRouter does. That one shares a module with links, forms and data loading,
 * which are 4 KB of the landing page and are not used (decision 0053).
 */
export function BrowserRouter({ children }: { readonly children: ReactNode }) {
  // With `v5Compat`, the history tells of its own navigations too, not only of Back and Forward.
  const [history] = useState(() => createBrowserHistory({ v5Compat: true }));
  const [{ action, location }, setEntry] = useState<Pick<typeof history, 'action' | 'location'>>(history);
  useLayoutEffect(() => history.listen((entry) => startTransition(() => setEntry(entry))), [history]);
  return (
    <Router location={location} navigationType={action} navigator={history}>
      {children}
    </Router>
  );
}
