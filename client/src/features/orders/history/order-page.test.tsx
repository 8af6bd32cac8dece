import { act, cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { micros, nanos } from '#shared/money.ts';
import { switchTo } from '../../../i18n/switch-language.ts';
import { readOrderDraft } from '../../../lib/order-draft.ts';
import type { Outputs } from '../../../lib/trpc.ts';
import { askableOrder } from '../../../testing/askable-order.ts';
import { stubBrowser } from '../../../testing/browser-stubs.ts';
import { type Answer, Refusal } from '../../../testing/fake-server.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { startSignedIn } from '../../../testing/signed-in-browser.ts';
import OrderHistoryPage from './order-history-page.tsx';
import OrderPage, { OrderFacts } from './order-page.tsx';

type Order = Outputs['orders']['get'];

beforeEach(() => stubBrowser());

afterEach(async () => {
  cleanup();
  await switchTo('en');
});

test.each([
  ['an order under way is paid in full', { status: 'pending' }, { charge: '$10.00', refunded: null, paid: '$10.00' }],
  ['a failed order cost nothing', { status: 'rejected' }, { charge: '$10.00', refunded: '$10.00', paid: '$0.00' }],
  [
    'a partial order cost what was delivered',
    { status: 'partial', remaining: 400 },
    { charge: '$10.00', refunded: '$4.00', paid: '$6.00' },
  ],
] as const)('%s', (_what, overrides, { charge, refunded, paid }) => {
  show(overrides);
  expect(amountBeside('Charge')).toBe(charge);
  expect(screen.queryByText('Refunded') && amountBeside('Refunded')).toBe(refunded);
  expect(amountBeside('You paid')).toBe(paid);
});

test('an order with comments shows them, and is ordered again with them', async () => {
  const order = anOrder({ per: 1, quantity: 1, comments: ['Nice!', 'Love it'] });
  startSignedIn((name) => {
    if (name === 'orders.get') return order;
    if (name === 'balance.get') return { balanceNanos: nanos(10e9) };
    throw new Refusal('not_found');
  });
  renderScreen(<OrderPage />, '/dashboard/orders/42', '/dashboard/orders/:id');
  const comments = await screen.findByRole('region', { name: '2 comments' });
  expect(within(comments).getByRole('group').textContent).toBe('Nice!\nLove it');
  expect(amountBeside('Package price')).toBe('$10.00');
  expect(screen.queryByText('Quantity')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Order again' }));
  expect(readOrderDraft({ userId: 1, serviceId: order.serviceId })?.comments).toBe('Nice!\nLove it');
});

const inBengali = { serviceName: 'Page Likes', serviceNameBn: 'পেজ লাইক' };

test('a service has its Bengali name while the language is Bengali, and its stored name without one', async () => {
  show(inBengali);
  expect(screen.getByText(/Page Likes/)).toBeDefined();
  await act(() => switchTo('bn'));
  expect(screen.getByText(/পেজ লাইক/)).toBeDefined();
  expect(screen.queryByText(/Page Likes/)).toBeNull();
  cleanup();
  show({ ...inBengali, serviceNameBn: null });
  expect(screen.getByText(/Page Likes/)).toBeDefined();
});

test('rows of the list change with the language, too', async () => {
  startSignedIn((name) => {
    if (name === 'orders.list') return { items: [anOrder(inBengali)], nextCursor: null };
    throw new Refusal('not_found');
  });
  renderScreen(<OrderHistoryPage />, '/dashboard/order-history');
  expect(await screen.findByText(/Page Likes/)).toBeDefined();
  await act(() => switchTo('bn'));
  expect(await screen.findByText(/পেজ লাইক/)).toBeDefined();
  expect(screen.queryByText(/Page Likes/)).toBeNull();
});

test.each(['1e3', '0x1', '01', '-1', 'abc'])('the URL of order "%s" belongs to no order', async (id) => {
  const read = vi.fn<Answer>(() => {
    throw new Error('nothing is asked for');
  });
  startSignedIn(read);
  renderScreen(<OrderPage />, `/dashboard/orders/${id}`, '/dashboard/orders/:id');
  expect(await screen.findByText('Order not found')).toBeDefined();
  expect(read.mock.calls.filter(([name]) => name === 'orders.get')).toEqual([]);
});

function show(overrides: Partial<Order>) {
  renderScreen(<OrderFacts order={anOrder(overrides)} />);
}

function amountBeside(label: string): string | null | undefined {
  return screen.getByText(label).nextElementSibling?.textContent;
}

function anOrder(overrides: Partial<Order>): Order {
  return askableOrder({ chargeNanos: nanos(10_000_000_000), priceMicros: micros(10_000_000), ...overrides });
}
