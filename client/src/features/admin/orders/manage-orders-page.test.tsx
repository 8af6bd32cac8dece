import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { nanos } from '#shared/money.ts';
import type { OrderStatus } from '#shared/order-status.ts';
import { asAdmin } from '../../../testing/as-admin.ts';
import { Refusal } from '../../../testing/fake-server.ts';
import { anOrder } from '../../../testing/queue-rows.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { aSupplier } from '../../../testing/suppliers.ts';
import { aUser } from '../../../testing/users.ts';
import ManageOrdersPage from './manage-orders-page.tsx';
import type { Order } from './order.ts';

/** The orders in the database, and the decisions on them. */
let orders: Order[];
const decided: unknown[] = [];
const listed: Record<string, unknown>[] = [];
const atSupplier = {
  supplierId: 3,
  supplierName: 'Fast Panel',
  externalOrderId: '23501',
  supplierStatus: 'In progress',
};
let estimate: object;
/** Whether the suppliers of the orders may deliver them. */
let mayDeliver: boolean;
/** Whether the responses to changes are lost. */
let isLost: boolean;
const PAGE = 2;

beforeEach(() => {
  localStorage.setItem('decisionWait', 'off');
  Element.prototype.scrollIntoView = () => undefined;
  decided.length = 0;
  listed.length = 0;
  orders = [];
  estimate = { count: 2, costNanos: nanos(1_800_000_000), skipped: 1, isMore: false };
  mayDeliver = false;
  isLost = false;
});

/** A short version of the server's rules: an order that has changed since the admin saw it stays unchanged. */
function serve(name: string, input: Record<string, unknown>) {
  const order = orders.find(({ id }) => id === input.id);
  if (name === 'admin.users.get') return { ...aUser(), balanceNanos: 0, counts: { orders: 1, tickets: 0 } };
  if (name === 'admin.audit.list' || name === 'admin.recharges.list') return { items: [], nextCursor: null };
  if (name === 'admin.orders.get') return { ...order, events: [], requests: [], purchases: [] };
  if (name === 'admin.forwards.estimate') return estimate;
  if (name === 'admin.forwards.start') {
    decided.push(input);
    if (isLost) throw new TypeError('Failed to fetch');
    return { started: 2, skipped: [] };
  }
  if (name === 'admin.orders.decide' && order) {
    if (mayDeliver && input.decision === 'reject' && input.confirmSupplierMayDeliver !== true)
      throw new Refusal('supplier_may_deliver');
    if (mayDeliver && input.decision === 'complete' && input.confirmAtSupplier !== true)
      throw new Refusal('at_supplier', undefined, { atSupplier });
    if (input.expectedStatus !== undefined && input.expectedStatus !== order.status) {
      const by = { status: order.status, decidedBy: 'boss', decidedAt: '2026-01-31T10:00:00.000Z' };
      throw new Refusal('already_decided', 'Decided.', by);
    }
    decided.push(input);
    const statusAfter = { complete: 'completed', reject: 'rejected', processing: 'processing' } as const;
    order.status = statusAfter[input.decision as keyof typeof statusAfter];
    return order;
  }
  if (name === 'admin.orders.list') listed.push(input);
  if (name === 'admin.suppliers.list') return { items: [aSupplier(), aSupplier({ id: 4, name: 'Slow Panel' })] };
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

test('an order that its supplier may deliver is rejected only after a second question', async () => {
  orders = [anOrder({ id: 7 })];
  mayDeliver = true;
  renderScreen(<ManageOrdersPage />, '/');
  const reject = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Reject order 7' }));
    await userEvent.type(await screen.findByLabelText(/Reason/), 'Wrong link');
    await userEvent.click(await screen.findByRole('button', { name: 'Reject' }));
  };
  await reject();
  const title = { name: 'Refund although the supplier may deliver?' };
  await userEvent.click(
    within(await screen.findByRole('alertdialog', title)).getByRole('button', { name: 'Do not refund' }),
  );
  expect(decided).toEqual([]);
  await reject();
  const dialog = within(await screen.findByRole('alertdialog', title));
  expect(dialog.getByText(/^Order 7 of karim: .*Then you pay twice/)).toBeDefined();
  await userEvent.click(dialog.getByRole('button', { name: 'Refund all the same' }));
  expect(await screen.findByText('Order 7 is rejected. $10.00 went back to karim.')).toBeDefined();
  expect(decided).toEqual([
    { id: 7, decision: 'reject', reason: 'Wrong link', expectedStatus: 'pending', confirmSupplierMayDeliver: true },
  ]);
});

test.each([
  ['key', atSupplier],
  ['button', atSupplier],
  // The list does not know it yet.
  ['stale list', undefined],
])('an order at a supplier says so, and is approved only after a question: %s', async (way, known) => {
  orders = [anOrder({ id: 7, status: 'processing', ...(known && { atSupplier: known }) })];
  mayDeliver = true;
  renderScreen(<ManageOrdersPage />, '/?status=processing');
  const approve = { name: 'Approve order 7' };
  await screen.findByRole('button', approve);
  expect(within(rowOf(7)).queryAllByText('At Fast Panel, number 23501').length > 0).toBe(known !== undefined);
  const press = async () => {
    if (way !== 'key') return userEvent.click(await screen.findByRole('button', approve));
    fireEvent.keyDown(document.body, { key: 'j' });
    fireEvent.keyDown(document.body, { key: 'a' });
  };
  const title = { name: 'Complete although a supplier has it?' };
  await press();
  let dialog = within(await screen.findByRole('alertdialog', title));
  expect(dialog.getByText(/^Order 7 of karim is at Fast Panel, where its status is In progress\. /)).toBeDefined();
  await userEvent.click(dialog.getByRole('button', { name: 'Leave it there' }));
  expect(decided).toEqual([]);
  await press();
  dialog = within(await screen.findByRole('alertdialog', title));
  await userEvent.click(dialog.getByRole('button', { name: 'Complete all the same' }));
  await vi.waitFor(() =>
    expect(decided).toEqual([{ id: 7, decision: 'complete', expectedStatus: 'processing', confirmAtSupplier: true }]),
  );
});

test('orders are filtered by the supplier that has them, in the URL', async () => {
  orders = [anOrder({ id: 7 })];
  renderScreen(<ManageOrdersPage />, '/?supplier=4');
  await screen.findByRole('button', { name: 'Approve order 7' });
  await screen.findByRole('button', { name: /At Slow Panel/ });
  expect(listed[0]).toMatchObject({ status: 'open', supplier: 4 });
  await userEvent.click(screen.getByRole('button', { name: /filters?\b.*\b1|1 filter/i }));
  await userEvent.selectOptions(await screen.findByLabelText('At supplier'), 'Any');
  await vi.waitFor(() => expect(listed.at(-1)).toMatchObject({ supplier: 'any' }));
  await userEvent.selectOptions(screen.getByLabelText('At supplier'), 'Fast Panel');
  await vi.waitFor(() => expect(listed.at(-1)).toMatchObject({ supplier: 3 }));
});

test('nothing is forwarded, and the dialog stays, before the cost is known', async () => {
  orders = [anOrder({ id: 7 }), anOrder({ id: 6 })];
  const known = estimate;
  const answer = Promise.withResolvers<object>();
  estimate = answer.promise;
  renderScreen(<ManageOrdersPage />, '/');
  await screen.findByRole('button', { name: 'Open order 6' });
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select all rows' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Forward 2…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Forward 2 orders?' }));
  await userEvent.click(dialog.getByRole('button', { name: /^Forward/ }));
  answer.resolve(known);
  expect(await dialog.findByText('Cost at today’s sources: $1.80')).toBeDefined();
  expect(decided).toEqual([]);
});

test('chosen older orders are forwarded after a question with the count, the cost and the risk', async () => {
  orders = [anOrder({ id: 7 }), anOrder({ id: 6, status: 'processing' })];
  renderScreen(<ManageOrdersPage />, '/');
  await screen.findByRole('button', { name: 'Open order 6' });
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select all rows' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Forward 2…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Forward 2 orders?' }));
  for (const text of ['Cost at today’s sources: $1.80', /^1 order is left out/, /may have been bought by hand already/])
    expect(await dialog.findByText(text)).toBeDefined();
  isLost = true;
  await userEvent.click(dialog.getByRole('button', { name: /^Forward/ }));
  await dialog.findByText('Could not forward the orders');
  isLost = false;
  await userEvent.click(dialog.getByRole('button', { name: /^Forward/ }));
  await screen.findByText('2 orders are queued at their suppliers.');
  expect(decided[0]).toEqual({ orderIds: [7, 6], requestId: expect.any(String) });
  expect(decided[1]).toEqual(decided[0]);
  expect(screen.queryByRole('button', { name: 'Forward 2…' })).toBeNull();
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
