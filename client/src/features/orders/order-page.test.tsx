// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { session } from '../../lib/session.ts';
import { queryClient } from '../../lib/trpc.ts';
import { stubBrowser } from '../../testing/browser-stubs.ts';
import { renderPage, stubQueries } from '../../testing/render-page.tsx';
import { aUser } from '../../testing/users.ts';
import OrderPage from './order-page.tsx';

beforeEach(() => {
  queryClient.clear();
  session.start({ user: aUser(), tokens: { accessToken: 'token' } });
  stubBrowser();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test.each(['1e3', '0x1', '01', '-1', 'abc'])('the address of order "%s" is nobody’s order', async (id) => {
  const read = vi.fn<(name: string, input: object) => unknown>(() => {
    throw new Error('nothing is asked for');
  });
  stubQueries(read);
  renderPage(<OrderPage />, `/dashboard/orders/${id}`, '/dashboard/orders/:id');
  expect(await screen.findByText('Order not found')).toBeDefined();
  expect(read.mock.calls.filter(([name]) => name === 'orders.get')).toEqual([]);
});
