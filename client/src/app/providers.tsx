import { ChakraProvider } from '@chakra-ui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { loadWithLazyComponents } from '../lib/lazy-with-preload.tsx';
import { queryClient, trpc, trpcClient } from '../lib/trpc.ts';
import { system } from './theme/system.ts';

loadWithLazyComponents(async () => (await import('./theme/lazy-recipes.ts')).addLazyRecipes());

/** Providers for every screen: the theme and the server connection with its query cache. */
export function Providers({ children }: { children: ReactNode }) {
  return (
    <ChakraProvider value={system}>
      <trpc.Provider client={trpcClient} queryClient={queryClient}>
        <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
      </trpc.Provider>
    </ChakraProvider>
  );
}
