import { ChakraProvider } from '@chakra-ui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { lazy, type ReactNode, Suspense } from 'react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { system } from '../app/theme/system.ts';
import { queryClient, trpc, trpcClient } from '../lib/trpc.ts';

/** Loaded after the first paint, as the app does it. */
const NoticeHost = lazy(() => import('../lib/notices/notice-host.tsx'));

/** Shows a screen as the app does, notices included; where it led to is read from the test ids `place` and `state`. */
export function renderScreen(screen: ReactNode, at: string | { pathname: string; state: unknown }): void {
  render(
    <ChakraProvider value={system}>
      <trpc.Provider client={trpcClient} queryClient={queryClient}>
        <QueryClientProvider client={queryClient}>
          <MemoryRouter initialEntries={[at]}>
            {screen}
            <Suspense>
              <NoticeHost />
            </Suspense>
            <Place />
          </MemoryRouter>
        </QueryClientProvider>
      </trpc.Provider>
    </ChakraProvider>,
  );
}

function Place() {
  const { pathname, search, ...location } = useLocation();
  const state: unknown = location.state;
  return (
    <>
      <output data-testid="place">{pathname + search}</output>
      <output data-testid="state">{JSON.stringify(state)}</output>
    </>
  );
}
