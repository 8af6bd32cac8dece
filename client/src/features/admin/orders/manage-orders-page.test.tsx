// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { startSignedIn } from '../../../testing/signed-in-browser.ts';
import ManageOrdersPage from './manage-orders-page.tsx';

/** What the list was asked for. */
const asked: unknown[] = [];

beforeEach(() => {
  asked.length = 0;
  const list = (_name: string, input: object) => {
    asked.push(input);
    return { items: [], nextCursor: null };
  };
  startSignedIn(list, { role: 'admin', matches: () => true });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('open orders are listed first; the number of one that is done finds it too', async () => {
  renderScreen(<ManageOrdersPage />, '/');
  await vi.waitFor(() => expect(asked.at(-1)).toMatchObject({ status: 'open' }));
  await userEvent.type(screen.getByPlaceholderText('Customer, service, link or order number'), '1914');
  await vi.waitFor(() => expect(asked.at(-1)).toMatchObject({ search: '1914' }));
  expect(asked.at(-1)).not.toHaveProperty('status');
  expect(screen.getByRole('button', { name: 'All', pressed: true })).toBeDefined();
});

test('a status in the address holds for a search as well', async () => {
  renderScreen(<ManageOrdersPage />, '/?status=rejected&q=1914');
  await vi.waitFor(() => expect(asked.at(-1)).toMatchObject({ status: 'rejected', search: '1914' }));
  expect(screen.getByRole('button', { name: 'Rejected', pressed: true })).toBeDefined();
});
