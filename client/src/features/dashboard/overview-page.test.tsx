// @vitest-environment jsdom
import { act, cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { micros, nanos } from '../../../../shared/money.ts';
import { Refusal } from '../../testing/fake-server.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { startSignedIn } from '../../testing/signed-in-browser.ts';
import { keepOrderDraft } from '../order-dialog/order-draft.ts';
import OverviewPage from './overview-page.tsx';

/** jsdom can't draw. */
vi.mock('react-apexcharts', () => ({ default: () => null }));

let orderStatus: string;
let orderCount: number;
let isServiceGone: boolean;
let isWide: boolean;

beforeEach(() => {
  orderStatus = 'pending';
  orderCount = 1233;
  isServiceGone = false;
  isWide = false;
  startSignedIn(serve, { matches: () => isWide });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('an order that was filled in and not placed can be continued', async () => {
  keepOrderDraft({ userId: 1, serviceId: 7 }, { link: '@shop', quantity: '700' });
  open();
  expect(await screen.findByText('Your order for Page Likes is kept as you filled it in.')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Continue your order' }));
  expect((await screen.findByLabelText<HTMLInputElement>('Link')).value).toBe('@shop');
  expect(screen.getByLabelText<HTMLInputElement>('Quantity').value).toBe('700');
});

test('there is nothing to continue without a draft, nor when its service is gone', async () => {
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
  ['before the charts on a phone', false, Node.DOCUMENT_POSITION_FOLLOWING],
  ['below them where there is room', true, Node.DOCUMENT_POSITION_PRECEDING],
])('the last orders stand %s', async (_where, wide, position) => {
  isWide = wide;
  open();
  const orders = await screen.findByRole('heading', { name: 'Last orders' });
  const chart = screen.getByRole('heading', { name: /Orders Trend/ });
  expect(orders.compareDocumentPosition(chart) & position).toBe(position);
});

test('what becomes of an order, and the figures, show without a reload', async () => {
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
  switch (name) {
    case 'stats.mine':
      return {
        services: { count: 12, offset: 500 },
        orders: orderCount,
        ordersByMonth: [{ month: '2026-01', orders: 1 }],
      };
    case 'orders.list':
      return { items: [anOrder()], nextCursor: null };
    case 'balance.recharges':
      return { items: [], nextCursor: null };
    case 'balance.get':
      return { balanceNanos: nanos(10e9) };
    case 'services.get':
      if (isServiceGone) throw new Refusal('service_not_found');
      return aService;
    default:
      throw new Error(`the dashboard has no business with ${name}`);
  }
}

function anOrder() {
  const figures = { quantity: 100, priceMicros: micros(1_500_000), chargeNanos: nanos(150_000_000), remaining: null };
  const of = { id: 42, serviceId: 7, serviceName: 'Page Likes', link: '@shop' };
  return { ...of, ...figures, status: orderStatus, createdAt: '2026-01-31T10:00:00.000Z' };
}

const aService = {
  id: 7,
  name: 'Page Likes',
  image: null,
  description: 'Real likes.',
  category: 'facebook',
  priceMicros: micros(1_500_000),
  min: 100,
  max: 1000,
  avgTimeHours: 12,
  totalSell: 0,
};
