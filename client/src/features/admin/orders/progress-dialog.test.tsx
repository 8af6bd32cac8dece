import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { asAdmin } from '../../../testing/as-admin.ts';
import { Refusal } from '../../../testing/fake-server.ts';
import { anOrder } from '../../../testing/queue-rows.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import ManageOrdersPage from './manage-orders-page.tsx';
import type { Order } from './order.ts';

const SEND = '{Control>}{Enter}{/Control}';
let order: Order;
let sent: Record<string, unknown>[];

beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined;
  order = anOrder({ id: 7, quantity: 5_000, startCount: 830 });
  sent = [];
});

function serve(name: string, input: Record<string, unknown>) {
  if (name === 'admin.orders.setProgress') {
    sent.push(input);
    if (input.startCount === 13) {
      const field = 'Start count must be at least 0';
      throw new Refusal('bad_input', field, undefined, { startCount: [field] });
    }
    order = { ...order, ...input };
    return order;
  }
  if (name === 'admin.users.get') return { balanceNanos: 0, counts: { orders: 1, tickets: 0 } };
  if (name === 'admin.audit.list' || name === 'admin.recharges.list') return { items: [], nextCursor: null };
  if (name === 'admin.orders.get') return { ...order, events: [], comments: null, requests: [], purchases: [] };
  return { items: [order], nextCursor: null };
}
asAdmin(serve);

test.each(['key', 'menu', 'details'])('the progress is set by %s; only the changed field is sent', async (way) => {
  renderScreen(<ManageOrdersPage />, way === 'details' ? '/?order=7' : '/');
  await screen.findByRole('button', { name: 'Open order 7' });
  if (way === 'key') {
    fireEvent.keyDown(document.body, { key: 'j' });
    fireEvent.keyDown(document.body, { key: 's' });
  } else if (way === 'menu') {
    await userEvent.click(screen.getByRole('button', { name: 'More for order 7' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Set progress…' }));
  } else {
    await userEvent.click(await screen.findByRole('button', { name: 'Set: Progress of order 7' }));
  }
  const dialog = within(await screen.findByRole('dialog', { name: 'Progress of order 7' }));
  expect(dialog.getByLabelText('Start count')).toHaveProperty('value', '830');
  await userEvent.type(dialog.getByLabelText('Remains'), `3,800${SEND}`);
  expect(await screen.findByText('The progress of order 7 is saved')).toBeDefined();
  expect(sent).toEqual([{ id: 7, remains: 3_800 }]);
  expect(screen.queryByRole('dialog', { name: 'Progress of order 7' })).toBeNull();
});

test('an empty field clears, a wrong number is not sent, and a refusal stays at its field', async () => {
  renderScreen(<ManageOrdersPage />, '/');
  await screen.findByRole('button', { name: 'Open order 7' });
  fireEvent.keyDown(document.body, { key: 'j' });
  fireEvent.keyDown(document.body, { key: 's' });
  const dialog = within(await screen.findByRole('dialog', { name: 'Progress of order 7' }));
  const [start, remains] = [dialog.getByLabelText('Start count'), dialog.getByLabelText('Remains')];
  for (const wrong of ['5001', '-1', '1.5', 'many']) {
    await userEvent.clear(remains);
    await userEvent.type(remains, `${wrong}${SEND}`);
    expect(await dialog.findByText('Enter a whole number from 0 to 5,000')).toBeDefined();
  }
  await userEvent.clear(remains);
  await userEvent.type(remains, `1.000${SEND}`);
  expect(await dialog.findByText(/^“1.000” can be read in more than one way/)).toBeDefined();
  const choices = within(dialog.getByRole('group', { name: 'Remains' })).getAllByRole('button');
  expect(choices.map(({ textContent }) => textContent)).toEqual(['1', '1,000']);
  await userEvent.clear(remains);
  await userEvent.clear(start);
  await userEvent.type(start, `13${SEND}`);
  expect(await dialog.findByText('Start count must be at least 0')).toBeDefined();
  await userEvent.clear(start);
  await userEvent.type(start, SEND);
  expect(await screen.findByText('The progress of order 7 is saved')).toBeDefined();
  expect(sent).toEqual([
    { id: 7, startCount: 13 },
    { id: 7, startCount: null },
  ]);
});
