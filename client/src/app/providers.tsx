import { ChakraProvider } from '@chakra-ui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { followOtherTabs, session } from '../lib/session.ts';
import { queryClient, restoreSession, trpc, trpcClient } from '../lib/trpc.ts';
import { system } from './theme/system.ts';

export function Providers({ children }: { children: ReactNode }) {
  useEffect(() => {
    void restoreSession();
    const stops = [followOtherTabs(), forgetDataOfOtherUsers()];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  return (
    <ChakraProvider value={system}>
      <trpc.Provider client={trpcClient} queryClient={queryClient}>
        <QueryClientProvider client={queryClient}>
          <BrowserRouter>{children}</BrowserRouter>
        </QueryClientProvider>
      </trpc.Provider>
    </ChakraProvider>
  );
}

/** When somebody else signs in, in this tab or another, nothing that was loaded for the one before may stay. */
function forgetDataOfOtherUsers(): () => void {
  let userId = session.get().user?.id;
  return session.subscribe(() => {
    const next = session.get().user?.id;
    if (next === userId) return;
    userId = next;
    setTimeout(() => {
      queryClient.removeQueries({ type: 'inactive' });
      void queryClient.resetQueries({ type: 'active' });
    });
  });
}
