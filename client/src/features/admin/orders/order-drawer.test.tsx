// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { startSignedIn } from '../../../testing/signed-in-browser.ts';
import ManageOrdersPage from './manage-orders-page.tsx';

beforeEach(() => startSignedIn(answer, { role: 'admin', matches: () => true }));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('an order that is opened by its number says whose it is, whatever the list shows', async () => {
  renderScreen(<ManageOrdersPage />, '/?order=1914');
  const label = await screen.findByText('Customer', { selector: 'dt' });
  expect(label.nextElementSibling?.textContent).toBe('karim');
});

function answer(name: string, input: Record<string, unknown>) {
  if (name === 'admin.orders.list' || name === 'admin.audit.list') return { items: [], nextCursor: null };
  if (name !== 'admin.orders.get' || input.id !== 1914) throw new Error(`no business with ${name}`);
  return {
    id: 1914,
    serviceId: 1,
    serviceName: 'Likes',
    link: '@karim',
    quantity: 1000,
    priceMicros: 10_000,
    chargeNanos: 10_000_000_000,
    status: 'pending',
    remaining: null,
    createdAt: '2030-01-01T00:00:00.000Z',
    user: { id: 7, userName: 'karim' },
    events: [{ seq: 0, status: 'pending', by: 'customer', byName: null, reason: null, at: '2030-01-01T00:00:00.000Z' }],
  };
}
