import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { anOrder, aRequest } from '../../../testing/queue-rows.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { startSignedIn } from '../../../testing/signed-in-browser.ts';
import { aCall, aForward } from '../../../testing/suppliers.ts';
import { aUser } from '../../../testing/users.ts';
import { setDecisionWait } from '../review-queue/decision-wait.ts';
import ManageOrdersPage from './manage-orders-page.tsx';

const placed = {
  seq: 0,
  status: 'pending',
  by: 'customer',
  byName: null,
  reason: null,
  at: '2026-01-31T10:00:00.000Z',
};
let listed: object[];
let opened: Parameters<typeof anOrder>[0] & { misfit?: string };
let requests: object[];
let purchases: object[];
const decided: unknown[] = [];

beforeEach(() => {
  listed = [];
  opened = {};
  requests = [];
  purchases = [];
  decided.length = 0;
  startSignedIn(answer, { role: 'admin', matches: () => true });
  setDecisionWait(false);
});
afterEach(() => {
  vi.useRealTimers();
  cleanup();
  setDecisionWait(true);
});

const press = (key: string) => fireEvent.keyDown(document.body, { key });
const details = () => within(screen.getByRole('complementary', { name: 'Details' }));

test('an order opened by its id shows its customer, also if the list does not contain it', async () => {
  renderScreen(<ManageOrdersPage />, '/?order=1914');
  const label = await screen.findByText('Customer', { selector: 'dt' });
  expect(label.nextElementSibling?.textContent).toBe('karim');
  expect(await screen.findByText('12, 3 open')).toBeDefined();
  expect(screen.getByText('$4.20')).toBeDefined();
});

test('an order that was delivered in part shows the undelivered units and the refund of exactly these', async () => {
  opened = { status: 'partial', remaining: 300 };
  renderScreen(<ManageOrdersPage />, '/?order=1914');
  const value = async (label: string) =>
    (await details().findByText(label, { selector: 'dt' })).nextElementSibling?.textContent;
  await screen.findByText('Undelivered', { selector: 'dt' });
  expect([await value('Undelivered'), await value('Refunded')]).toEqual(['300', '$3.00']);
});

test('an order whose link is not what its service is for says so', async () => {
  opened = { misfit: 'other_kind' };
  renderScreen(<ManageOrdersPage />, '/?order=1914');
  expect(await details().findByText('This link is not what the service is for.')).toBeDefined();
});

test('an order names its requests, the newest first, and each leads to its decisions', async () => {
  const both = [aRequest({ id: 5, status: 'rejected' }), aRequest({ id: 6, kind: 'speed_up' })];
  requests = both.map((request) => ({ ...request, events: [] }));
  renderScreen(<ManageOrdersPage />, '/?order=1914');
  await screen.findByRole('heading', { name: 'Requests' });
  const links = details().getAllByRole('link', { name: /^(Refill|Speed-up)$/ });
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Speed-up', '/dashboard/manageRequests?status=all&request=6'],
    ['Refill', '/dashboard/manageRequests?status=all&request=5'],
  ]);
});

test('an order names where it was bought, for how much, and every attempt with its bytes once it is opened', async () => {
  const flag = 'unknown_status' as const;
  purchases = [
    aForward({ state: 'accepted', externalOrderId: '23501', flag, supplierStatus: 'Stuck', currency: 'EUR' }),
  ];
  renderScreen(<ManageOrdersPage />, '/?order=1914');
  const heading = await screen.findByRole('heading', { name: 'Bought at' });
  const part = within(heading.parentElement as HTMLElement);
  for (const text of ['Bought', '23501', '$0.90 of $1.20 (0.90 EUR)', 'Stuck', /^No table has the supplier’s word/])
    expect(part.getAllByText(text).length).toBeGreaterThan(0);
  expect(part.getByRole('link', { name: 'Fast Panel' }).getAttribute('href')).toBe('/dashboard/suppliers/3');
  expect(screen.queryByText(/Gateway Timeout/)).toBeNull();
  const attempts = part.getByText('1 attempt').closest('details') as HTMLDetailsElement;
  attempts.open = true;
  fireEvent(attempts, new Event('toggle'));
  expect(await screen.findByText('<html><h1>Gateway Timeout</h1></html>')).toBeDefined();
});

test('the details follow the active row, and a key decides the displayed order', async () => {
  listed = [anOrder({ id: 3 }), anOrder({ id: 2 }), anOrder({ id: 1 })];
  renderScreen(<ManageOrdersPage />);
  await screen.findByRole('button', { name: 'Open order 3' });
  press('j');
  press('o');
  expect(await screen.findByRole('heading', { name: 'Order 3' })).toBeDefined();
  expect(document.activeElement?.textContent).toBe('Order 3');
  press('j');
  expect(await screen.findByRole('heading', { name: 'Order 2' })).toBeDefined();
  expect(screen.getByTestId('place').textContent).toBe('/?order=2');
  fireEvent.click(details().getByRole('button', { name: 'Next row' }));
  expect(await screen.findByRole('heading', { name: 'Order 1' })).toBeDefined();
  await details().findByRole('button', { name: 'Approve order 1' });
  press('a');
  await vi.waitFor(() => expect(decided).toMatchObject([{ id: 1, decision: 'complete' }]));
  press('Escape');
  expect(screen.queryByRole('complementary', { name: 'Details' })).toBeNull();
  expect(screen.getByTestId('place').textContent).toBe('/');
});

test('regression: details that were closed right after the mark had moved on opened again with the next row', async () => {
  listed = [anOrder({ id: 3 }), anOrder({ id: 2 })];
  renderScreen(<ManageOrdersPage />);
  await screen.findByRole('button', { name: 'Open order 3' });
  press('j');
  press('o');
  await screen.findByRole('heading', { name: 'Order 3' });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  press('j');
  press('Escape');
  await act(() => vi.runOnlyPendingTimersAsync());
  expect(screen.queryByRole('complementary', { name: 'Details' })).toBeNull();
  expect(screen.getByTestId('place').textContent).toBe('/');
});

test('regression: a step to the next row was lost if it was pressed as soon as the details had rendered', async () => {
  listed = [4, 3, 2, 1].map((id) => anOrder({ id }));
  renderScreen(<ManageOrdersPage />, '/?order=4');
  await screen.findByRole('button', { name: 'Open order 4' });
  const heading = await screen.findByRole('heading', { name: 'Order 4' });
  const next = () => details().getByRole('button', { name: 'Next row' });
  fireEvent.click(next());
  await screen.findByRole('heading', { name: 'Order 3' });
  const rendered = new MutationObserver(() => {
    if (heading.textContent !== 'Order 2') return;
    rendered.disconnect();
    fireEvent.click(next());
  });
  rendered.observe(heading, { childList: true, characterData: true, subtree: true });
  fireEvent.click(next());
  expect(await screen.findByRole('heading', { name: 'Order 1' })).toBeDefined();
});

test('a key decides an order that was opened by URL and is not in the list', async () => {
  renderScreen(<ManageOrdersPage />, '/?order=1914');
  await screen.findByRole('button', { name: 'Approve order 1914' });
  press('a');
  await vi.waitFor(() => expect(decided).toMatchObject([{ id: 1914 }]));
});

function answer(name: string, input: Record<string, unknown>) {
  switch (name) {
    case 'admin.orders.list':
      return { items: listed, nextCursor: null };
    case 'admin.orders.get':
      return { ...anOrder({ id: Number(input.id), ...opened }), events: [placed], requests, purchases };
    case 'admin.forwards.get':
      return {
        ...purchases[0],
        events: [],
        attemptCalls: [{ ...aCall(), supplierName: 'Fast Panel' }],
        balanceEvidence: null,
        balanceProof: null,
        answerWords: null,
      };
    case 'admin.orders.decide':
      decided.push(input);
      return anOrder({ id: Number(input.id), status: 'completed' });
    case 'admin.users.get':
      return {
        ...aUser(),
        balanceNanos: 4_200_000_000,
        counts: { orders: 12, openOrders: 3, tickets: 1, openTickets: 0 },
      };
    default:
      return { items: [], nextCursor: null };
  }
}
