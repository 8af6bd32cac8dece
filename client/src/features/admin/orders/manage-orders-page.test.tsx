import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import type { OrderStatus } from '#shared/order-status.ts';
import { asAdmin } from '../../../testing/as-admin.ts';
import { Refusal } from '../../../testing/fake-server.ts';
import { anOrder } from '../../../testing/queue-rows.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { aUser } from '../../../testing/users.ts';
import ManageOrdersPage from './manage-orders-page.tsx';
import type { Order } from './order-decisions.tsx';

/** The orders in the database, and the decisions on them. */
let orders: Order[];
const decided: unknown[] = [];
const PAGE = 2;

beforeEach(() => {
  localStorage.setItem('decisionWait', 'off');
  Element.prototype.scrollIntoView = () => undefined;
  decided.length = 0;
  orders = [];
});

/** A short version of the server's rules: an order that has changed since the admin saw it stays unchanged. */
function serve(name: string, input: Record<string, unknown>) {
  const order = orders.find(({ id }) => id === input.id);
  if (name === 'admin.users.get') return { ...aUser(), balanceNanos: 0, counts: { orders: 1, tickets: 0 } };
  if (name === 'admin.audit.list' || name === 'admin.recharges.list') return { items: [], nextCursor: null };
  if (name === 'admin.orders.get') return { ...order, events: [], requests: [] };
  if (name === 'admin.orders.decide' && order) {
    if (input.expectedStatus !== undefined && input.expectedStatus !== order.status) {
      const by = { status: order.status, decidedBy: 'boss', decidedAt: '2026-01-31T10:00:00.000Z' };
      throw new Refusal('already_decided', 'Decided.', by);
    }
    decided.push(input);
    const statusAfter = { complete: 'completed', reject: 'rejected', processing: 'processing' } as const;
    order.status = statusAfter[input.decision as keyof typeof statusAfter];
    return order;
  }
  const start = Number(input.cursor ?? 0);
  const next = start + PAGE < orders.length ? String(start + PAGE) : null;
  return { items: orders.slice(start, start + PAGE), nextCursor: next };
}
asAdmin(serve);

test('a list with more than four pages loaded stops refreshing: its Approve charged a rejected and refunded order again', async () => {
  orders = Array.from({ length: 5 * PAGE }, (_, index) => anOrder({ id: 10 - index }));
  renderScreen(<ManageOrdersPage />, '/');
  for (let pages = 1; pages < 5; pages++) {
    await screen.findByRole('button', { name: `Open order ${11 - pages * PAGE}` });
    await userEvent.click(screen.getByRole('button', { name: 'Load more' }));
  }
  await screen.findByRole('button', { name: 'Open order 1' });
  set(7, 'rejected');

  await userEvent.click(screen.getByRole('button', { name: 'Approve order 7' }));
  const refusal = await screen.findByText(/^already rejected by boss/);
  expect(rowOf(7).nextElementSibling?.contains(refusal)).toBe(true);
  expect(within(rowOf(7)).getByText('rejected')).toBeDefined();
  expect(await screen.findByText(/^Order 7 of karim: already rejected by boss/)).toBeDefined();
  expect(decided).toEqual([]);
  expect(orders.find(({ id }) => id === 7)?.status).toBe('rejected');
});

test.each(['button', 'key', 'drawer'])('approving a rejected order asks with the charge: by %s', async (way) => {
  orders = [anOrder({ id: 7, status: 'rejected' })];
  renderScreen(<ManageOrdersPage />, way === 'drawer' ? '/?status=rejected&order=7' : '/?status=rejected');
  const approve = { name: 'Approve order 7' };
  if (way === 'key') {
    await screen.findByRole('button', approve);
    fireEvent.keyDown(document.body, { key: 'j' });
    fireEvent.keyDown(document.body, { key: 'a' });
  } else if (way === 'drawer') {
    const drawer = within(await screen.findByRole('complementary', { name: 'Details' }));
    await userEvent.click(await drawer.findByRole('button', approve));
  } else {
    await userEvent.click(await screen.findByRole('button', approve));
  }
  expect(await screen.findByText('Charge $10.00 again?')).toBeDefined();
  expect(decided).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Approve and charge $10.00' }));
  expect(await screen.findByText('Order 7 is done. $10.00 was charged to karim again.')).toBeDefined();
  expect(decided).toEqual([{ id: 7, decision: 'complete', expectedStatus: 'rejected' }]);
});

test('a rejection reports the refund', async () => {
  orders = [anOrder({ id: 7 })];
  renderScreen(<ManageOrdersPage />, '/');
  await userEvent.click(await screen.findByRole('button', { name: 'Reject order 7' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Reject' }));
  expect(await screen.findByText('Order 7 is rejected. $10.00 went back to karim.')).toBeDefined();
});

test('a decision waits on its row and can be undone with its button or Z; a waiting row is not decided again', async () => {
  localStorage.removeItem('decisionWait');
  orders = [anOrder({ id: 7 }), anOrder({ id: 6 })];
  renderScreen(<ManageOrdersPage />, '/');
  for (const undo of ['button', 'key']) {
    await userEvent.click(await screen.findByRole('button', { name: 'Approve order 7' }));
    expect(within(rowOf(7)).getByText(/^Approving/)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Approve order 7' })).toBeNull();
    expect(screen.getByText('1 decision waits')).toBeDefined();
    if (undo === 'key') fireEvent.keyDown(document.body, { key: 'z' });
    else await userEvent.click(screen.getByRole('button', { name: 'Undo: approving order 7' }));
    expect(screen.queryByText('1 decision waits')).toBeNull();
  }
  expect(decided).toEqual([]);
});

test('leaving the page sends waiting decisions, and a late refusal is reported', async () => {
  localStorage.removeItem('decisionWait');
  orders = [anOrder({ id: 7 }), anOrder({ id: 6 })];
  const shown = renderScreen(<ManageOrdersPage />, '/');
  for (const id of [7, 6]) await userEvent.click(await screen.findByRole('button', { name: `Approve order ${id}` }));
  set(6, 'rejected');
  shown.rerender(<p>Another page</p>);
  expect(await screen.findByText('Order 7 of karim is done; $10.00 stays charged.')).toBeDefined();
  expect(await screen.findByText(/^Order 6 of karim: already rejected by boss/)).toBeDefined();
  expect(decided).toEqual([{ id: 7, decision: 'complete', expectedStatus: 'pending' }]);
});

function set(id: number, status: OrderStatus) {
  orders = orders.map((order) => (order.id === id ? { ...order, status } : order));
}

function rowOf(id: number): HTMLElement {
  const row = screen.getByRole('button', { name: `Open order ${id}` }).closest('tr');
  if (!row) throw new Error(`Order ${id} has no row`);
  return row;
}
