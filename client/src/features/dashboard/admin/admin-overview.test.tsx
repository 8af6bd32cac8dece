import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import type { LastBackup } from '#shared/backups.ts';
import { MAX_NANOS, nanos } from '#shared/money.ts';
import { addSums, moneySum } from '#shared/money-sum.ts';
import type { PaymentMethod } from '#shared/payment-methods.ts';
import type { Attention } from '#shared/reports.ts';
import { daysBefore, shopDay } from '#shared/shop-days.ts';
import { switchTo } from '../../../i18n/switch-language.ts';
import { queryUtils } from '../../../lib/trpc.ts';
import { asAdmin } from '../../../testing/as-admin.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { startSignedIn } from '../../../testing/signed-in-browser.ts';
import OverviewPage from '../overview-page.tsx';

/** jsdom can't draw. */
vi.mock('react-apexcharts', () => ({ default: () => null }));

let asked: unknown[];
let methods: PaymentMethod[];
let missing: number;
let backup: LastBackup;
let attention: Attention | Promise<Attention>;
let oldest: { id: number; createdAt: string } | null;

const noRows = { count: 0, items: [] };
const upstream = {
  ...{ id: 3, name: 'Upstream', currency: 'USD', balance: '12.5' },
  ...{ isLow: false, stopped: false, unreachableSince: null, waitingFunds: 0 },
};

beforeEach(() => {
  asked = [];
  methods = [];
  missing = 0;
  attention = { kinds: [], lines: [], undecided: noRows, pausedServices: noRows, stuck: noRows, suppliers: [] };
  backup = { last: null, everySeconds: null, isLate: false };
  // The page's clock may be half a minute late.
  oldest = { id: 7, createdAt: new Date(Date.now() - 3.1 * 3_600_000).toISOString() };
});
const counts = {
  orders: { open: 0, pending: 0, processing: 0, completed: 0, partial: 0, rejected: 0, all: 0 },
  recharges: { pending: 14, withMessage: 10, matching: 0, approved: 0, rejected: 0, all: 14 },
  requests: { open: 0, pending: 0, accepted: 0, rejected: 0, done: 0, all: 0 },
  tickets: { open: 0 },
};
asAdmin(serve, { matches: () => false, desk: { counts } });

test('the first row compares the period with the one before, and links to the rows', async () => {
  renderScreen(<OverviewPage />, '/dashboard');
  const row = within(await screen.findByRole('region', { name: 'Compared with the period before' }));
  await row.findByText('$150.00');
  expect(row.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Received$150.00+50%from $100.00', `/dashboard/manageRecharges?status=approved&from=${dayInDhaka(29)}`],
    ['Charged$90.00−10%from $100.00', `/dashboard/manageOrders?status=all&from=${dayInDhaka(29)}`],
    ['Orders1,2000%from 1,200', `/dashboard/manageOrders?status=all&from=${dayInDhaka(29)}`],
    ['New customers3from 0', '/dashboard/manageUsers'],
  ]);
  expect(screen.getByText('The last 30 days next to the 30 days before, up to the same time.')).toBeDefined();
  await act(() => switchTo('bn'));
  expect(row.getAllByRole('link')[0]?.textContent).toBe('পাওয়া গেছে$১৫০.০০+৫০%আগে $১০০.০০');
  await act(() => switchTo('en'));
});

test('what needs an admin is one list, which comes with the figures', async () => {
  const { promise, resolve } = Promise.withResolvers<Attention>();
  const unknown = { kind: 'purchases_unknown', count: 2, href: '/dashboard/purchases?state=unknown' } as const;
  const found = { ...(await attention), lines: [unknown], suppliers: [upstream] };
  attention = promise;
  await queryUtils.admin.stats.prefetch();
  renderScreen(<OverviewPage />, '/dashboard');
  await screen.findByRole('button', { name: 'Today' });
  expect(screen.queryByRole('region', { name: 'Needs you' })).toBeNull();
  resolve(found);
  const list = await screen.findByRole('region', { name: 'Needs you' });
  expect(within(list).getByText('2 purchases to settle')).toBeDefined();
  expect(within(list).getByText('4 orders wait')).toBeDefined();
  expect(within(screen.getByRole('region', { name: 'Suppliers' })).getByText('Upstream')).toBeDefined();
  await act(() => switchTo('bn'));
  expect(within(list).getByText('২টি কেনার ফয়সালা বাকি')).toBeDefined();
  await act(() => switchTo('en'));
});

test('the line of recharges says how many of them a message proves', async () => {
  counts.recharges.matching = 9;
  attention = {
    ...(await attention),
    lines: [
      { kind: 'recharges', count: 14, href: '/dashboard/manageRecharges' },
      { kind: 'tickets', count: 2, href: '/dashboard/manageTickets' },
    ],
  };
  renderScreen(<OverviewPage />, '/dashboard');
  expect(await screen.findByText('14 recharges to decide, 9 match')).toBeDefined();
  expect(screen.getByText('2 tickets')).toBeDefined();
  counts.recharges.matching = 0;
  await act(() => queryUtils.admin.desk.counts.invalidate());
  expect(await screen.findByText('14 recharges to decide')).toBeDefined();
});

test("the shop's money is a statement, each line with a link to its rows, however large", async () => {
  renderScreen(<OverviewPage />, '/dashboard');
  const money = within(await screen.findByRole('region', { name: 'Money' }));
  await money.findByText('of $9.00 ever received');
  expect(linesOf(money)).toContain('Received|+$1.00|+$18,014,398.509481982');
  const hrefs = money.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(hrefs).toEqual([
    '/dashboard/manageUsers',
    `/dashboard/manageRecharges?status=approved&from=${dayInDhaka(29)}`,
    `/dashboard/audit?action=user.giveBalance&from=${dayInDhaka(29)}`,
    `/dashboard/manageOrders?status=rejected&from=${dayInDhaka(29)}`,
    `/dashboard/manageOrders?status=all&from=${dayInDhaka(29)}`,
    `/dashboard/audit?action=user.giveBalance&from=${dayInDhaka(29)}`,
    `/dashboard/audit?action=recharge.reverse&from=${dayInDhaka(29)}`,
    '/dashboard/manageUsers',
  ]);
  expect(asked).toEqual([{ days: 30 }]);
});

/** Each line's name and sums. */
const linesOf = (money: Pick<typeof screen, 'getAllByRole'>) =>
  money
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map(({ textContent }) => textContent).join('|'));

/** The day `daysAgo` days ago in the shop's time zone. */
const dayInDhaka = (daysAgo: number) => daysBefore(shopDay(new Date(), 'Asia/Dhaka'), daysAgo);

test('the money row left out gifts: what was owed before, with every kind of movement, is what is owed, today too', async () => {
  renderScreen(<OverviewPage />, '/dashboard?range=custom&from=2026-01-01&to=2026-01-31');
  const money = within(await screen.findByRole('region', { name: 'Money' }));
  await money.findByText('$5.00 now');
  expect(money.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Movement',
    'Today',
    'Jan 1 – Jan 31',
  ]);
  expect(linesOf(money)).toEqual([
    'Owed before|$4.00|$0.75',
    'Received|+$1.00|+$18,014,398.509481982',
    'Given|$0.00|+$5.000000001',
    'Refunded|$0.00|$0.00',
    'Charged|$0.00|−$18,014,394.509481982',
    'Taken back|$0.00|−$0.50',
    'Reversed|$0.00|−$2.25',
    'Owed to customers|$5.00|$7.000000001',
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'Today' }));
  await waitFor(() => expect(linesOf(money)[1]).toBe('Received|+$18,014,398.509481982'));
});

test('the range is in the URL: a number of days, or from one day to another', async () => {
  renderScreen(<OverviewPage />, '/dashboard');
  await userEvent.click(await screen.findByRole('button', { name: 'Today' }));
  await waitFor(() => expect(asked.at(-1)).toEqual({ days: 1 }));
  expect(screen.getByTestId('place').textContent).toBe('/dashboard?range=today');
  const today = `/dashboard/manageOrders?status=all&from=${dayInDhaka(0)}`;
  expect(screen.getByRole('link', { name: 'Charged' }).getAttribute('href')).toBe(today);
  cleanup();
  renderScreen(<OverviewPage />, '/dashboard?range=custom&from=2026-01-01&to=2026-02-30');
  await waitFor(() => expect(asked.at(-1)).toEqual({ from: '2026-01-01' }));
  expect(screen.getByLabelText<HTMLInputElement>('From').value).toBe('2026-01-01');
  expect(screen.getByLabelText<HTMLInputElement>('To').value).toBe('');
  const since = '/dashboard/manageOrders?status=all&from=2026-01-01';
  expect(screen.getByRole('link', { name: 'Charged' }).getAttribute('href')).toBe(since);
});

test("a stored payment number without its wallet's form is a warning, in English and Bengali", async () => {
  const nagad = {
    id: 1,
    kind: 'mobile',
    ussdCode: null,
    stepsBn: [],
    stepsEn: [],
    logo: null,
    active: true,
    accounts: [],
    position: 1,
  };
  methods = [
    { ...nagad, name: 'Nagad', recipient: '017123' },
    { ...nagad, name: 'Bkash', recipient: '01711-222333' },
    { ...nagad, name: 'Rocket', recipient: '0171', active: false },
  ] as PaymentMethod[];
  renderScreen(<OverviewPage />, '/dashboard');
  expect(await screen.findByText('Check the number of Nagad')).toBeDefined();
  expect(screen.getByText("Nagad 017123 can't be right: customers' money may not reach you.")).toBeDefined();
  expect(screen.getByRole('link', { name: 'Payment methods' }).getAttribute('href')).toBe(
    '/dashboard/settings?section=methods',
  );
  await act(() => switchTo('bn'));
  expect(await screen.findByText('Nagad-এর নম্বর দেখে নিন')).toBeDefined();
  await act(() => switchTo('en'));
});

test('missing acknowledged entries are a warning with their number and a link, and none are nothing', async () => {
  missing = 3;
  renderScreen(<OverviewPage />, '/dashboard');
  expect(await screen.findByText('3 acknowledged entries are missing')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Missing entries' }).getAttribute('href')).toBe('/dashboard/missing');
  cleanup();
  missing = 0;
  startSignedIn(serve, { role: 'admin' });
  renderScreen(<OverviewPage />, '/dashboard');
  await screen.findByRole('region', { name: 'Needs you' });
  expect(screen.queryByText(/acknowledged entr/)).toBeNull();
});

test.each<[string, LastBackup, string]>([
  ['none without a schedule', { last: null, everySeconds: null, isLate: false }, 'No backups are set up.'],
  ['none of a schedule', { last: null, everySeconds: 3600, isLate: true }, 'There is no backup yet'],
  [
    'a recent one',
    { last: last(2430), everySeconds: 3600, isLate: false },
    'Last backup: 40 min ago, on shop-1, 12 MB.',
  ],
  ['an old one', { last: last(10_800), everySeconds: 3600, isLate: true }, 'The last backup is too old'],
])('the last backup, %s', async (_, found, text) => {
  backup = found;
  renderScreen(<OverviewPage />, '/dashboard');
  expect(await screen.findByText(new RegExp(`^${text}`))).toBeDefined();
});

function last(ageSeconds: number): LastBackup['last'] {
  const finishedAt = new Date(Date.now() - ageSeconds * 1000);
  return { finishedAt, ageSeconds, host: 'shop-1', bytes: 12_000_000 };
}

test('the table marks the unfinished day and month', async () => {
  renderScreen(<OverviewPage />, '/dashboard');
  await userEvent.click(await screen.findByRole('button', { name: 'Show Orders and revenue per day as a table' }));
  const [first, second] = within(screen.getByRole('table', { name: 'Orders and revenue per day' })).getAllByRole(
    'rowheader',
  );
  expect([first?.textContent, second?.textContent]).toEqual(['Mar 2 (so far)', 'Mar 1']);
  await userEvent.click(await screen.findByRole('button', { name: 'Show Orders Trend as a table' }));
  expect(screen.getByRole('rowheader', { name: 'March 2026 (so far)' })).toBeDefined();
});

test('measured delivery times are next to the promised ones', async () => {
  renderScreen(<OverviewPage />, '/dashboard');
  const table = within(await screen.findByRole('table', { name: 'Delivery times' }));
  const cells = table.getAllByRole('cell').map((cell) => cell.textContent);
  expect(cells).toEqual(['#7 Page Likes', '24 h', '36.5 h', '3.1 d', '1,200']);
});

function serve(name: string, input: Record<string, unknown>): unknown {
  switch (name) {
    case 'admin.money': {
      asked.push(input);
      const nothing = moneySum('0');
      const none = {
        received: nothing,
        given: nothing,
        refunded: nothing,
        charged: nothing,
        takenBack: nothing,
        reversed: nothing,
      };
      return {
        today: { ...none, received: moneySum('1000000000') },
        range: {
          ...none,
          received: addSums([MAX_NANOS, MAX_NANOS]),
          given: moneySum('5000000001'),
          charged: addSums([MAX_NANOS, MAX_NANOS, nanos(-4_000_000_000)]),
          takenBack: moneySum('500000000'),
          reversed: moneySum('2250000000'),
        },
        ever: { ...none, received: moneySum('9000000000') },
        owedBefore: moneySum('750000000'),
        owedAfter: moneySum(input.to ? '7000000001' : '5000000000'),
        owed: addSums([nanos(5_000_000_000)]),
      };
    }
    case 'admin.reports.attention':
      return attention;
    case 'admin.comparison': {
      const part = (received: number, charged: number, orders: number, customers: number) => ({
        received: moneySum(String(received * 1e9)),
        charged: moneySum(String(charged * 1e9)),
        orders,
        customers,
      });
      const now = part(150, 90, 1200, 3);
      return { now, before: part(100, 100, 1200, 0), course: [part(50, 40, 500, 0), part(100, 50, 700, 3)] };
    }
    case 'admin.stats': {
      const figure = { count: 3, offset: 0 };
      const days = ['2026-03-01', '2026-03-02'].map((day) => ({ day, orders: 1, revenue: moneySum('1') }));
      return {
        services: figure,
        orders: figure,
        users: figure,
        pendingRecharges: oldest ? 2 : 0,
        pendingOrders: oldest ? 4 : 0,
        oldestRecharge: oldest,
        oldestOrder: oldest,
        openRequests: oldest ? 3 : 0,
        oldestRequest: oldest,
        openTickets: oldest ? 1 : 0,
        oldestTicket: oldest,
        ordersByMonth: [
          { month: '2026-02', orders: 1 },
          { month: '2026-03', orders: 3 },
        ],
        days,
      };
    }
    case 'admin.services.slow':
      return [
        {
          id: 7,
          name: 'Page Likes',
          avgTimeHours: 24,
          delivery: { deliveries: 1200, medianMinutes: 2190, p90Minutes: 4464 },
        },
      ];
    case 'admin.backups.last':
      return backup;
    case 'admin.missing.list':
      return { items: [], nextCursor: null, open: missing };
    case 'admin.paymentMethods.list':
      return methods;
    case 'settings.public':
      return {
        chatUrl: null,
        supportEmail: null,
        videoUrls: [],
        passwordMinLength: 6,
        offersSamples: false,
        timeZone: 'Asia/Dhaka',
      };
    default:
      throw new Error(`the overview has no business with ${name}`);
  }
}
