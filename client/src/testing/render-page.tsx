import { ChakraProvider } from '@chakra-ui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { vi } from 'vitest';
import { system } from '../app/theme/system.ts';
import { queryClient, trpc, trpcClient } from '../lib/trpc.ts';

/** Shows a page as the router does, at an address. */
export function renderPage(page: ReactNode, address: string, path = '*') {
  return render(
    <ChakraProvider value={system}>
      <trpc.Provider client={trpcClient} queryClient={queryClient}>
        <QueryClientProvider client={queryClient}>
          <MemoryRouter initialEntries={[address]}>
            <Routes>
              <Route path={path} element={page} />
            </Routes>
          </MemoryRouter>
        </QueryClientProvider>
      </trpc.Provider>
    </ChakraProvider>,
  );
}

/**
 * Answers tRPC's queries, batched or alone, in place of the server; `vi.unstubAllGlobals` takes it away again.
 * @param read what a procedure of this name answers to an input
 */
export function stubQueries(read: (name: string, input: Record<string, unknown>) => unknown): void {
  vi.stubGlobal('fetch', async (address: string) => {
    const url = new URL(address, 'http://localhost');
    const names = url.pathname.replace('/trpc/', '');
    const input: unknown = JSON.parse(url.searchParams.get('input') ?? '{}');
    const answer = (name: string, of: unknown) => ({
      result: { data: read(name, (of ?? {}) as Record<string, unknown>) },
    });
    if (!url.searchParams.has('batch')) return Response.json(answer(names, input));
    return Response.json(names.split(',').map((name, at) => answer(name, (input as Record<string, unknown>)[at])));
  });
}
