// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Answer } from '../../../testing/fake-server.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { startSignedIn } from '../../../testing/signed-in-browser.ts';
import OrderPage from './order-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test.each(['1e3', '0x1', '01', '-1', 'abc'])('the address of order "%s" is nobody’s order', async (id) => {
  const read = vi.fn<Answer>(() => {
    throw new Error('nothing is asked for');
  });
  startSignedIn(read);
  renderScreen(<OrderPage />, `/dashboard/orders/${id}`, '/dashboard/orders/:id');
  expect(await screen.findByText('Order not found')).toBeDefined();
  expect(read.mock.calls.filter(([name]) => name === 'orders.get')).toEqual([]);
});
