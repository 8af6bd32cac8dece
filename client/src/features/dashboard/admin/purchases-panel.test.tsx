import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Outputs } from '../../../lib/trpc.ts';
import { asAdmin } from '../../../testing/as-admin.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { NeedsYouPanel } from './needs-you-panel.tsx';
import { PurchasesPanel } from './purchases-panel.tsx';

type Attention = Outputs['admin']['reports']['attention'];
type Lines = Attention['lines'];

const fine: Attention['suppliers'][number] = {
  ...{ id: 3, name: 'Upstream', currency: 'USD', balance: '12.5' },
  ...{ isLow: false, stopped: false, unreachableSince: null, waitingFunds: 0 },
};
asAdmin((name) => {
  throw new Error(`${name} has no answer here`);
});

type Stats = Parameters<typeof NeedsYouPanel>[0]['stats'];
const oldest = { id: 7, createdAt: '2020-01-01T00:00:00.000Z' };
const none = { pendingOrders: 0, oldestOrder: null, oldestRecharge: null, oldestRequest: null, oldestTicket: null };
const needsYou = (found: Lines, stats: Partial<Stats> = {}) => {
  renderScreen(<NeedsYouPanel found={found} stats={{ ...none, ...stats } as Stats} />, '/dashboard');
  const region = within(screen.getByRole('region', { name: 'Needs you' }));
  return region.queryAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
};

const cases: [kind: Lines[number]['kind'], count: number, href: string, words: string][] = [
  ['recharges', 14, '/dashboard/manageRecharges', '14 recharges to decide'],
  ['purchases_unknown', 1, '/dashboard/purchases?state=unknown', '1 purchase to settle'],
  ['supplier_unreachable', 1, '/dashboard/suppliers?only=unreachable', '1 supplier does not answer, orders wait'],
  ['losses', 3, '/dashboard/purchases?state=flagged&flag=losses', '3 purchases cost more than they should'],
  ['lines_waiting', 6, '/dashboard/suppliers/3?change=dearer', '6 lines dearer than accepted'],
  ['lines_waiting', 1, '/dashboard/suppliers/3?change=cheaper', '1 line cheaper than accepted'],
  ['stuck', 2, '/dashboard/manageOrders?status=all&q=%231+%232', '2 bought orders are late'],
  ['stuck', 1, '/dashboard/jobs/4', '1 bulk job does not go on'],
  ['stuck', 5, '/dashboard/users/9', '5 events for webhooks are late'],
  ['set_aside', 2, '/dashboard/jobs?tab=setAside', '2 pieces of background work set aside'],
  ['backup_late', 1, '/dashboard#backup', 'The last backup is too old'],
];

test('every kind is one line with its number, and leads to its rows, in the order of the server', () => {
  const found = cases.map(([kind, count, href]) => ({ kind, count, href }));
  expect(needsYou(found)).toEqual(cases.map(([, , href, words]) => [words, href]));
});

test('orders of one’s own follow the recharges, and what waits longest has a link of its own', () => {
  const found = needsYou(
    [
      { kind: 'recharges', count: 1, href: '/dashboard/manageRecharges' },
      { kind: 'tickets', count: 1, href: '/dashboard/manageTickets' },
    ],
    { pendingOrders: 2, oldestOrder: oldest, oldestRecharge: oldest, oldestTicket: oldest },
  );
  expect(found.map(([, href]) => href)).toEqual([
    '/dashboard/manageRecharges',
    '/dashboard/manageRecharges?recharge=7',
    '/dashboard/manageOrders',
    '/dashboard/manageOrders?order=7',
    '/dashboard/manageTickets',
    '/dashboard/manageTickets/7',
  ]);
});

test('a shop whose alarms reach nobody says so, with the way to the settings', () => {
  const [line] = needsYou([{ kind: 'no_alarm_address', count: 1, href: '/dashboard/settings?section=alarms' }]);
  expect(line).toEqual([expect.stringContaining('No alarm leaves the shop'), '/dashboard/settings?section=alarms']);
});

test('a background worker that is down says what waits and what to do, without a link, before orders', () => {
  const found = needsYou([{ kind: 'background_down', count: 1, href: '' }], { pendingOrders: 1 });
  expect(found).toEqual([['1 order waits', '/dashboard/manageOrders']]);
  const [line, orders] = [
    screen.getByText(/is down: emails, webhooks and purchases wait\. Look at its log/),
    '1 order waits',
  ];
  expect(line.compareDocumentPosition(screen.getByText(orders))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test('a quiet day says so', () => {
  expect(needsYou([])).toEqual([]);
  expect(screen.getByText('Nothing needs you')).toBeDefined();
});

test('a supplier that does not answer is none that is fine', () => {
  const suppliers = [
    { ...fine, isLow: true, stopped: true, waitingFunds: 4 },
    { ...fine, id: 4, name: 'Silent', unreachableSince: '2020-01-01T00:00:00.000Z' },
    { ...fine, id: 5, name: 'Calm' },
  ];
  renderScreen(<PurchasesPanel suppliers={suppliers} />, '/dashboard');
  expect(screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Profit ', '/dashboard/profit'],
    ['Upstream $12.50 · stopped, low, 4 orders wait for its balance', '/dashboard/suppliers/3'],
    [expect.stringMatching(/^Silent \$12\.50 · does not answer.+ago$/), '/dashboard/suppliers/4'],
    ['Calm $12.50', '/dashboard/suppliers/5'],
  ]);
});

test('a shop without suppliers sees nothing of them', () => {
  renderScreen(<PurchasesPanel suppliers={[]} />, '/dashboard');
  expect(screen.queryByRole('heading')).toBeNull();
});
