import { onlineManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

function makeClient(): QueryClient {
  // The library takes the browser to be online until it hears otherwise, and would miss that it comes back.
  onlineManager.setOnline(navigator.onLine);
  return new QueryClient({
    defaultOptions: {
      queries: {
        // A failure is told at once, with a way to try again; without a network too.
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
 * Lets a page read by TanStack Query; what was read goes with the page. For lazy pages alone: neither the landing page
 * nor the chat loads the library.
 */
export function QueryProvider({ children }: { readonly children: ReactNode }) {
  const [client] = useState(makeClient);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
