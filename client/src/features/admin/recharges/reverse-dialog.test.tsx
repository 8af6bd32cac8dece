import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { asAdmin } from '../../../testing/as-admin.ts';
import { Refusal } from '../../../testing/fake-server.ts';
import { aRecharge } from '../../../testing/queue-rows.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { CustomerFacts } from '../review-queue/details-parts.tsx';
import ManageRechargesPage from './manage-recharges-page.tsx';

/** The customer's balance in dollars. */
let balance: number;
let refusal: Refusal | TypeError | null;
const sent: unknown[] = [];

beforeEach(() => {
  balance = 25;
  refusal = null;
  sent.length = 0;
});
asAdmin(serve);

function serve(name: string, input: Record<string, unknown>): unknown {
  const counts = { orders: 1, openOrders: 0, tickets: 0, openTickets: 0 };
  if (name === 'admin.users.get') return { id: 2, name: 'Rahim Uddin', balanceNanos: balance * 1e9, counts };
  if (name !== 'admin.recharges.reverse') return { items: [approved], nextCursor: null };
  sent.push(input);
  if (refusal) throw refusal;
  const reversedNanos = Math.min(balance, 10) * 1e9;
  balance -= reversedNanos / 1e9;
  return { ...approved, reversedNanos, unrecoveredNanos: 10e9 - reversedNanos };
}

async function open() {
  renderScreen(<ManageRechargesPage />, '/?status=approved');
  await userEvent.click(await screen.findByRole('button', { name: 'Reverse recharge 7' }));
  await screen.findByText('Before');
}

test('a recharge is reversed with a reason, and the balance before and after is displayed', async () => {
  await open();
  expect(screen.getByText('$25.00')).toBeDefined();
  expect(screen.getByText('$15.00')).toBeDefined();
  expect(screen.queryByRole('checkbox', { name: /that is there/ })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Take back $10.00' }));
  expect(await screen.findByText('Reason is required')).toBeDefined();
  expect(sent).toEqual([]);
  await userEvent.type(screen.getByLabelText('Reason'), 'Never arrived');
  await userEvent.click(screen.getByRole('button', { name: 'Take back $10.00' }));
  expect(await screen.findByText('$10.00 was taken back from Rahim Uddin.')).toBeDefined();
  expect(sent).toEqual([{ id: 7, reason: 'Never arrived', takeAvailable: false, requestId: expect.any(String) }]);
});

test("the customer's balance next to the list is updated as soon as the reversal is done", async () => {
  renderScreen(
    <>
      <ManageRechargesPage />
      <CustomerFacts user={approved.user} />
    </>,
    '/?status=approved',
  );
  expect(await screen.findByText('$25.00')).toBeDefined();
  await userEvent.click(await screen.findByRole('button', { name: 'Reverse recharge 7' }));
  await userEvent.type(await screen.findByLabelText('Reason'), 'Never arrived');
  await userEvent.click(screen.getByRole('button', { name: 'Take back $10.00' }));
  await screen.findByText('$10.00 was taken back from Rahim Uddin.');
  expect(await screen.findByText('$15.00')).toBeDefined();
  expect(screen.queryByText('$25.00')).toBeNull();
});

test('a spent amount is displayed, and the available balance is taken only after a confirmation', async () => {
  balance = 6;
  await open();
  expect(screen.getByText('$4.00 of it is spent. That is noted, and never collected later.')).toBeDefined();
  await userEvent.type(screen.getByLabelText('Reason'), 'Never arrived');
  await userEvent.click(screen.getByRole('button', { name: 'Take back $6.00' }));
  expect(await screen.findByText('Tick this to take back what is there')).toBeDefined();
  expect(sent).toEqual([]);
  await userEvent.click(screen.getByRole('checkbox', { name: 'Take the $6.00 that is there' }));
  await userEvent.click(screen.getByRole('button', { name: 'Take back $6.00' }));
  expect(await screen.findByText('$6.00 was taken back from Rahim Uddin. $4.00 had been spent.')).toBeDefined();
  expect(sent).toMatchObject([{ takeAvailable: true }]);
});

test('a reversal without a response is not reported as failed, and is sent again with its key', async () => {
  refusal = new TypeError('Failed to fetch');
  await open();
  await userEvent.type(screen.getByLabelText('Reason'), 'Never arrived');
  await userEvent.click(screen.getByRole('button', { name: 'Take back $10.00' }));
  expect(await screen.findByText('No answer came')).toBeDefined();
  expect(screen.queryByText('Failed to reverse the recharge')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'OK' }));
  refusal = null;
  await userEvent.click(await screen.findByRole('button', { name: 'Take back $10.00' }));
  expect(await screen.findByText('Recharge reversed')).toBeDefined();
  expect(sent[1]).toEqual(sent[0]);
});

test('the second admin sees who was first', async () => {
  refusal = new Refusal('already_decided', 'Reversed.', { status: 'reversed', decidedBy: 'boss' });
  await open();
  await userEvent.type(screen.getByLabelText('Reason'), 'Never arrived');
  await userEvent.click(screen.getByRole('button', { name: 'Take back $10.00' }));
  expect(await screen.findByText('Recharge 7: already reversed by boss. Nothing has moved.')).toBeDefined();
  await vi.waitFor(() => expect(screen.queryByLabelText('Reason')).toBeNull());
});

const approved = aRecharge({
  id: 7,
  status: 'approved',
  decidedAt: '2026-01-31T10:00:00.000Z',
  decidedBy: 'admin',
});
