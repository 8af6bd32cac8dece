// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { session } from '../../../lib/session.ts';
import { queryClient } from '../../../lib/trpc.ts';
import { stubBrowser } from '../../../testing/browser-stubs.ts';
import { renderPage, stubQueries } from '../../../testing/render-page.tsx';
import { aUser } from '../../../testing/users.ts';
import ManageOrdersPage from './manage-orders-page.tsx';

/** What the list was asked for. */
const asked: unknown[] = [];

beforeEach(() => {
  asked.length = 0;
  queryClient.clear();
  session.start({ user: aUser({ role: 'admin' }), tokens: { accessToken: 'token' } });
  stubBrowser(() => true);
  stubQueries((_name, input) => {
    asked.push(input);
    return { items: [], nextCursor: null };
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('open orders are listed first; the number of one that is done finds it too', async () => {
  renderPage(<ManageOrdersPage />, '/');
  await vi.waitFor(() => expect(asked.at(-1)).toMatchObject({ status: 'open' }));
  await userEvent.type(screen.getByPlaceholderText('Customer, service, link or order number'), '1914');
  await vi.waitFor(() => expect(asked.at(-1)).toMatchObject({ search: '1914' }));
  expect(asked.at(-1)).not.toHaveProperty('status');
  expect(screen.getByRole('button', { name: 'All', pressed: true })).toBeDefined();
});

test('a status in the address holds for a search as well', async () => {
  renderPage(<ManageOrdersPage />, '/?status=rejected&q=1914');
  await vi.waitFor(() => expect(asked.at(-1)).toMatchObject({ status: 'rejected', search: '1914' }));
  expect(screen.getByRole('button', { name: 'Rejected', pressed: true })).toBeDefined();
});
