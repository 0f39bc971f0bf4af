import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';

/** One for all pages that read by it: what one has read, the next shows at once while it reads it again. */
const client = new QueryClient({
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

/** Lets a page read by TanStack Query. For lazy pages alone: neither the landing page nor the chat loads the library. */
export const Queries = ({ children }: { readonly children: ReactNode }) => (
  <QueryClientProvider client={client}>{children}</QueryClientProvider>
);
