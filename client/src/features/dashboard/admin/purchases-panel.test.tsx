import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Outputs } from '../../../lib/trpc.ts';
import { asAdmin } from '../../../testing/as-admin.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { PurchasesPanel, UrgentPurchases } from './purchases-panel.tsx';

type Attention = Outputs['admin']['reports']['attention'];

const quiet: Attention = {
  undecided: { count: 0, items: [] },
  pausedServices: { count: 0, items: [] },
  stuck: { count: 0, items: [] },
  suppliers: [
    { id: 3, name: 'Upstream', currency: 'USD', balance: '12.5', isLow: false, stopped: false, waitingFunds: 0 },
  ],
};
asAdmin((name) => {
  throw new Error(`${name} has no answer here`);
});

const render = (attention: Attention) =>
  renderScreen(
    <>
      <UrgentPurchases attention={attention} />
      <PurchasesPanel attention={attention} />
    </>,
    '/dashboard',
  );
const panel = (name: string) => within(screen.getByRole('region', { name }));

test('a quiet day says so in each line', () => {
  render(quiet);
  expect(screen.queryByRole('region', { name: 'Suppliers: to do' })).toBeNull();
  for (const words of ['No purchase waits for a decision', 'No service is paused', 'No bought order is late']) {
    expect(panel('Purchases at suppliers').getByText(words)).toBeDefined();
  }
  expect(screen.getByText('$12.50')).toBeDefined();
});

test('every problem links to the place where an admin acts, apart from what needs no action', () => {
  const since = new Date().toISOString();
  render({
    undecided: {
      count: 7,
      items: [{ id: 5, orderId: 6, state: 'unknown', flag: null, supplierName: 'Upstream', since }],
    },
    pausedServices: { count: 1, items: [{ id: 34, name: 'Page Likes', reason: 'below_cost', since }] },
    stuck: {
      count: 2,
      items: [{ orderId: 92, serviceName: 'Page Likes', supplierName: 'Upstream', boughtAt: since, p95Minutes: 60 }],
    },
    suppliers: [
      ...quiet.suppliers.map((each) => ({ ...each, isLow: true, stopped: true, waitingFunds: 4 })),
      ...quiet.suppliers.map((each) => ({ ...each, id: 4, name: 'Calm' })),
    ],
  });
  const linkOf = (words: string | RegExp) =>
    panel('Suppliers: to do').getByText(words).closest('a')?.getAttribute('href');
  expect(linkOf('7 purchases wait for your decision')).toBe('/dashboard/forwards?state=unknown&forward=5');
  expect(linkOf('1 paused service')).toBe('/dashboard/manageServices?q=34');
  expect(linkOf('2 bought orders are late')).toBe('/dashboard/manageOrders?status=all&order=92');
  expect(panel('Purchases at suppliers').getByText('Calm')).toBeDefined();
  expect(linkOf(/stopped, low, 4 orders wait for its balance/)).toBe('/dashboard/suppliers/3');
});

test('a shop without suppliers sees nothing', () => {
  render({ ...quiet, suppliers: [] });
  expect(screen.queryByRole('heading')).toBeNull();
});
