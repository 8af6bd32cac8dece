import { moneySum } from '#shared/money-sum.ts';
import type { scriptClient } from '../accounts.ts';
import { ago, supplier } from './made-suppliers.ts';

/* A made-up profit report, and made-up purchases that need a person, in Bengali. */

type Reports = ReturnType<typeof scriptClient>['admin']['reports'];
type Profit = Awaited<ReturnType<Reports['profit']['query']>>;
type Attention = Awaited<ReturnType<Reports['attention']['query']>>;

const figures = {
  orders: 1240,
  earnedNanos: moneySum('3812400000000'),
  costNanos: moneySum('3011000000000'),
  profitNanos: moneySum('801400000000'),
  unknownOrders: 96,
  unknownEarnedNanos: moneySum('214000000000'),
};
export const profit: Profit = {
  items: [
    { id: 3, name: supplier.name, ...figures },
    { id: 4, name: 'ধীর প্যানেল', ...figures, profitNanos: moneySum('-1400000000'), unknownOrders: 0 },
    { id: null, name: '', ...figures, orders: 0 },
  ],
  nextCursor: null,
  totals: figures,
};
export const profitByDay: Profit = { ...profit, items: [{ id: null, name: '2026-03-01', ...figures }] };

const lines: Attention['lines'] = [
  { kind: 'no_alarm_address', count: 1, href: '/dashboard/settings?section=alarms' },
  { kind: 'purchases_unknown', count: 7, href: '/dashboard/purchases?state=unknown' },
  { kind: 'supplier_unreachable', count: 1, href: '/dashboard/suppliers?only=unreachable' },
  { kind: 'losses', count: 1234, href: '/dashboard/purchases?state=flagged&flag=losses' },
  { kind: 'services_paused', count: 2, href: '/dashboard/manageServices?shelf=paused' },
];

export const attention: Attention = {
  kinds: lines,
  lines,
  undecided: {
    count: 7,
    items: [{ id: 9, orderId: 1041, state: 'unknown', flag: null, supplierName: supplier.name, since: ago(7) }],
  },
  pausedServices: { count: 2, items: [{ id: 34, name: 'পেজ লাইক', reason: 'below_cost', since: ago(30) }] },
  stuck: { count: 0, items: [] },
  suppliers: [
    {
      id: 4,
      name: 'ধীর প্যানেল যার নামটি এত লম্বা যে ফোনের পর্দায় এক লাইনে ধরে না',
      currency: 'INR',
      balance: '-1234.5',
      isLow: true,
      stopped: true,
      unreachableSince: null,
      waitingFunds: 11,
    },
    {
      id: 3,
      name: supplier.name,
      currency: 'USD',
      balance: '79',
      isLow: false,
      stopped: false,
      unreachableSince: ago(13),
      waitingFunds: 0,
    },
  ],
};
