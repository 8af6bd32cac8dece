import { act, cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { micros, type Nanos, nanos } from '#shared/money.ts';
import { type MoneySum, moneySum } from '#shared/money-sum.ts';
import { toAddAmount } from '../../lib/amount-to-add.ts';
import { keepOrderDraft } from '../../lib/order-draft.ts';
import { queryClient } from '../../lib/trpc.ts';
import { Refusal } from '../../testing/fake-server.ts';
import { aCategory, aService } from '../../testing/orders.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { startSignedIn } from '../../testing/signed-in-browser.ts';
import OverviewPage from './overview-page.tsx';
import { readOverview } from './overview-page-reads.ts';

/** jsdom can't draw. */
vi.mock('react-apexcharts', () => ({ default: () => null }));

let orderStatus: string;
let orderCount: number;
let isServiceGone: boolean;
let isWide: boolean;
let areOrdersLost: boolean;
let isNew: boolean;
let balanceNanos: Nanos;
let pendingNanos: Nanos | null;
let asked: string[];
let spentByPlatform: { platform: string; spent: MoneySum }[];

beforeEach(() => {
  orderStatus = 'pending';
  orderCount = 1233;
  isServiceGone = false;
  isWide = false;
  areOrdersLost = false;
  isNew = false;
  balanceNanos = nanos(10e9);
  pendingNanos = null;
  asked = [];
  spentByPlatform = [];
  startSignedIn(serve, { matches: () => isWide });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test('an order that was filled in and not placed can be continued', async () => {
  keepOrderDraft({ userId: 1, serviceId: 7 }, { link: '@shop', quantity: '700' });
  open();
  expect(await screen.findByText('Your order for #7 Page Likes is kept as you filled it in.')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Continue your order' }));
  expect((await screen.findByLabelText<HTMLInputElement>('Link')).value).toBe('@shop');
  expect(screen.getByLabelText<HTMLInputElement>('Quantity').value).toBe('700');
});

test('there is nothing to continue without a draft, or if its service is gone', async () => {
  open();
  await screen.findByText('Last orders');
  expect(screen.queryByText('Continue your order')).toBeNull();
  cleanup();
  isServiceGone = true;
  keepOrderDraft({ userId: 1, serviceId: 7 }, { link: '@shop', quantity: '700' });
  open();
  await screen.findByText('Last orders');
  await vi.waitFor(() => expect(screen.queryByText('Continue your order')).toBeNull());
});

test.each([
  ['on a phone', false],
  ['where there is room', true],
])('the last orders come before cards and charts %s', async (_where, wide) => {
  isWide = wide;
  open();
  const orders = await screen.findByRole('heading', { name: 'Last orders' });
  const trend = await screen.findByRole('heading', { name: /Orders Trend/ });
  for (const below of [screen.getByText('Total Orders'), trend])
    expect(orders.compareDocumentPosition(below)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test('data loaded in parallel with the code is displayed at once, and requested once', async () => {
  readOverview();
  await vi.waitFor(() => expect(asked).toHaveLength(4));
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0));
  open();
  expect(screen.getByRole('heading', { name: 'Last orders' })).toBeDefined();
  expect(screen.getByText('$10.00')).toBeDefined();
  // The balance must be as fresh as possible.
  await vi.waitFor(() => expect(asked.splice(4)).toEqual(['balance.get']));
});

test("balance, orders in progress and this month's spending link to their details", async () => {
  open();
  const inProgress = await screen.findByRole('link', { name: /Orders in progress/ });
  expect(inProgress.textContent).toContain('3');
  expect(inProgress.getAttribute('href')).toBe('/dashboard/orderHistory?status=processing');
  const spent = screen.getByRole('link', { name: /Spent this month/ });
  expect(spent.textContent).toContain('$12.34');
  expect(spent.getAttribute('href')).toBe('/dashboard/statement');
  expect(await screen.findByText('$10.00')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Add Balance' }).getAttribute('href')).toBe('/dashboard/addBalance');
  expect(screen.queryByText('Add your first balance')).toBeNull();
});

test('orders a month and spending by platform are bars next to their numbers; what is beyond five platforms is summed', async () => {
  const dollars = (amount: number) => moneySum(String(amount * 1e9));
  spentByPlatform = ['telegram', 'feature', 'spotify', 'youtube', 'twitter', 'linkedin', 'snapchat'].map(
    (platform, at) => ({
      platform,
      spent: dollars(7 - at),
    }),
  );
  isWide = true;
  open();
  const months = within(await screen.findByRole('region', { name: 'Orders a month' }));
  expect(months.getAllByRole('listitem').map(({ textContent, title }) => [textContent, title])).toEqual([
    ['0Dec', 'December 2025: 0 orders, $0.00'],
    ['12Jan', 'January 2026: 12 orders, $12.34'],
  ]);
  const platforms = within(screen.getByRole('region', { name: 'Spent by platform' }));
  await platforms.findByText('Spotify');
  expect(platforms.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Telegram$7.00',
    // Its icon is a letter.
    'SSpotify$5.00',
    // Without services on offer.
    'YouTube$4.00',
    'Twitter$3.00',
    'LinkedIn$2.00',
    'Others$7.00',
  ]);
});

test('without orders there are no bars', async () => {
  orderCount = 0;
  open();
  await screen.findByRole('heading', { name: /Orders Trend/ });
  expect(screen.queryByRole('region', { name: 'Orders a month' })).toBeNull();
});

test('a new customer gets a proposal for a first top-up', async () => {
  isNew = true;
  balanceNanos = nanos(0);
  open();
  expect(await screen.findByRole('heading', { name: 'Add your first balance' })).toBeDefined();
  expect(screen.queryByText('Spent this month')).toBeNull();
  await userEvent.click(screen.getByRole('link', { name: 'Add $5' }));
  expect(screen.getByTestId('place').textContent).toBe('/dashboard/addBalance');
  expect(JSON.parse(screen.getByTestId('state').textContent ?? '')).toEqual({ amountToAdd: '5' });
});

test('an order above the balance shows the missing amount, and Add Balance opens with it', async () => {
  balanceNanos = nanos(50_000_000);
  keepOrderDraft({ userId: 1, serviceId: 7 }, { link: '@shop', quantity: '৭০০' });
  open();
  expect(await screen.findByText('Your order for #7 Page Likes costs $1.05. Add $1.00 to place it.')).toBeDefined();
  await userEvent.click(screen.getByRole('link', { name: 'Add Balance' }));
  expect(JSON.parse(screen.getByTestId('state').textContent ?? '')).toEqual(toAddAmount(nanos(1_000_000_000)));
});

test('once enough was requested, only the approval is awaited', async () => {
  balanceNanos = nanos(0);
  pendingNanos = nanos(2_000_000_000);
  keepOrderDraft({ userId: 1, serviceId: 7 }, { link: '@shop', quantity: '700' });
  open();
  const sentence = 'Your order for #7 Page Likes is kept. You can place it as soon as your payment is approved.';
  expect(await screen.findByText(sentence)).toBeDefined();
  expect(screen.getByText(/One balance request of \$2.00 is being checked/)).toBeDefined();
});

describe('an order that waits for an approval', () => {
  const sentence = /You can place it as soon as your payment is approved/;
  const approve = () => {
    balanceNanos = nanos(2_000_000_000);
    return act(() => queryClient.refetchQueries({ queryKey: [['balance', 'get']] }));
  };
  beforeEach(() => {
    balanceNanos = nanos(0);
    pendingNanos = nanos(2_000_000_000);
    keepOrderDraft({ userId: 1, serviceId: 7 }, { link: '@shop', quantity: '700' });
  });
  /** Until the page has read the balance itself. */
  async function wait() {
    open();
    await screen.findByText(sentence);
    await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0));
    await act(() => queryClient.refetchQueries({ queryKey: [['balance', 'get']] }));
  }

  async function nothingOpens() {
    await screen.findByText('Your order for #7 Page Likes is kept as you filled it in.');
    await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0));
    // By now a redirect would be in the URL.
    await act(async () => undefined);
    expect(screen.getByTestId('place').textContent).not.toContain('order=');
  }

  test('opens by itself for a customer on this page', async () => {
    await wait();
    await approve();
    expect((await screen.findByLabelText<HTMLInputElement>('Link')).value).toBe('@shop');
  });

  test('opens nothing for a customer who has visited another tab', async () => {
    await wait();
    document.dispatchEvent(new Event('visibilitychange'));
    await approve();
    await nothingOpens();
  });

  test('opens nothing for a customer who returns from another page with an old balance', async () => {
    await wait();
    cleanup();
    balanceNanos = nanos(2_000_000_000);
    open();
    await nothingOpens();
  });
});

test('a failed part shows an error in its place, and the rest of the page works', async () => {
  areOrdersLost = true;
  open();
  const retry = await screen.findByRole('button', { name: 'Try again' });
  expect(screen.getByText('Spent this month')).toBeDefined();
  areOrdersLost = false;
  await userEvent.click(retry);
  expect(await screen.findByText('Processing')).toBeDefined();
});

test('changes of an order, and the figures, appear without a reload', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  open();
  expect(await screen.findByText('Processing')).toBeDefined();
  expect(screen.getByText('1,233')).toBeDefined();
  orderStatus = 'completed';
  orderCount = 1234;
  await act(async () => vi.advanceTimersByTimeAsync(10_000));
  expect(await screen.findByText('Completed')).toBeDefined();
  expect(screen.getByText('1,234')).toBeDefined();
});

function open() {
  renderScreen(<OverviewPage />, '/dashboard');
}

function serve(name: string): unknown {
  asked.push(name);
  switch (name) {
    case 'stats.mine':
      return {
        services: { count: 12, offset: 500 },
        orders: orderCount,
        ordersInProgress: 3,
        spentThisMonth: moneySum('12340000000'),
        isNew,
        ordersByMonth: [{ month: '2026-01', orders: 1 }],
        months: [
          { month: '2025-12', orders: 0, spent: moneySum('0') },
          { month: '2026-01', orders: 12, spent: moneySum('12340000000') },
        ],
        spentByPlatform,
      };
    case 'orders.list':
      if (areOrdersLost) throw new Refusal('not_found');
      return { items: [anOrder()], nextCursor: null };
    case 'balance.recharges':
      return { items: pendingNanos === null ? [] : [{ id: 1, amountNanos: pendingNanos }], nextCursor: null };
    case 'balance.get':
      return { balanceNanos };
    case 'services.categories':
      return [aCategory('telegram', { name: 'Telegram' }), aCategory('spotify', { name: 'Spotify' })];
    case 'services.get':
      if (isServiceGone) throw new Refusal('service_not_found');
      return aService();
    default:
      throw new Error(`the dashboard has no business with ${name}`);
  }
}

function anOrder() {
  const figures = { quantity: 100, priceMicros: micros(1_500_000), chargeNanos: nanos(150_000_000), remaining: null };
  const of = { id: 42, serviceId: 7, serviceName: 'Page Likes', link: '@shop' };
  return { ...of, ...figures, status: orderStatus, createdAt: '2026-01-31T10:00:00.000Z' };
}
