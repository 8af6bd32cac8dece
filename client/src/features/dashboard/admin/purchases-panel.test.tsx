import { screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Attention } from '#shared/reports.ts';
import { asAdmin } from '../../../testing/as-admin.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import PurchasesPanel from './purchases-panel.tsx';

const quiet: Attention = {
  undecided: { count: 0, items: [] },
  pausedServices: { count: 0, items: [] },
  stuck: { count: 0, items: [] },
  suppliers: [
    { id: 3, name: 'Upstream', currency: 'USD', balance: '12.5', isLow: false, stopped: false, waitingFunds: 0 },
  ],
};
let attention: Attention;
let reads = 0;
beforeEach(() => {
  attention = quiet;
  reads = 0;
});
asAdmin((name) => {
  if (name !== 'admin.reports.attention') throw new Error(`${name} has no answer here`);
  reads++;
  return attention;
});

test('a quiet day says so in each line', async () => {
  renderScreen(<PurchasesPanel />, '/dashboard');
  await screen.findByRole('heading', { name: 'Purchases at suppliers' });
  for (const words of ['No purchase waits for a decision', 'No service is paused', 'No bought order is late']) {
    expect(screen.getByText(words)).toBeDefined();
  }
  expect(screen.getByText('$12.50')).toBeDefined();
});

test('every problem links to the place where an admin acts', async () => {
  const since = new Date();
  attention = {
    undecided: {
      count: 7,
      items: [{ id: 5, orderId: 6, state: 'unknown', flag: null, supplierName: 'Upstream', since }],
    },
    pausedServices: { count: 1, items: [{ id: 34, name: 'Page Likes', reason: 'below_cost', since }] },
    stuck: {
      count: 2,
      items: [{ orderId: 92, serviceName: 'Page Likes', supplierName: 'Upstream', boughtAt: since, p95Minutes: 60 }],
    },
    suppliers: quiet.suppliers.map((each) => ({ ...each, isLow: true, stopped: true, waitingFunds: 4 })),
  };
  renderScreen(<PurchasesPanel />, '/dashboard');
  const linkOf = async (words: string | RegExp) => (await screen.findByText(words)).closest('a')?.getAttribute('href');
  expect(await linkOf('7 purchases wait for your decision')).toBe('/dashboard/forwards?state=unknown&forward=5');
  expect(await linkOf('1 paused service')).toBe('/dashboard/manageServices?q=34');
  expect(await linkOf('2 bought orders are late')).toBe('/dashboard/manageOrders?status=all&order=92');
  expect(await linkOf(/stopped, low, 4 orders wait for its balance/)).toBe('/dashboard/suppliers/3');
});

test('a shop without suppliers sees nothing', async () => {
  attention = { ...quiet, suppliers: [] };
  renderScreen(<PurchasesPanel />, '/dashboard');
  await vi.waitFor(() => expect(reads).toBe(1));
  await screen.findByTestId('place');
  expect(screen.queryByRole('heading')).toBeNull();
});
