import { onlineManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

function makeClient(): QueryClient {
  // The library assumes at first that the browser is online. In a browser that is offline at the start, the library
  // would miss the network's return.
  onlineManager.setOnline(navigator.onLine);
  return new QueryClient({
    defaultOptions: {
      queries: {
        // The page shows a failure at once with a retry button, also without a network.
        retry: false,
        networkMode: 'always',
        refetchOnReconnect: true,
        refetchOnWindowFocus: false,
      },
      mutations: { networkMode: 'always' },
    },
  });
}

/**
 * Provides TanStack Query to a page or a part of a page. The cache lives as long as that page or part is mounted. The
 * landing page does not use this provider. The chat page uses it only in a dialog that is loaded on demand. So both
 * pages start without the library.
 */
export function QueryProvider({ children }: { readonly children: ReactNode }) {
  const [client] = useState(makeClient);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
