import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { nanos } from '#shared/money.ts';
import { asAdmin } from '../../../testing/as-admin.ts';
import { Refusal } from '../../../testing/fake-server.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import MissingPage from './missing-page.tsx';
import type { Missing } from './missing-words.ts';

let entries: Missing[];
let refusal: Refusal | null;
const sent: unknown[] = [];

beforeEach(() => {
  entries = [order, request];
  refusal = null;
  sent.length = 0;
});
asAdmin((name, input) => {
  if (name === 'admin.missing.list') {
    const open = entries.filter(({ state }) => state === 'open');
    const items = input.state === 'open' ? open : entries.filter((entry) => !open.includes(entry));
    return { items, nextCursor: null, open: open.length };
  }
  if (name !== 'admin.missing.settle') throw new Error(`${name} has no answer here`);
  sent.push(input);
  if (refusal) throw refusal;
  const outcome = input.outcome as Missing['outcome'];
  entries = entries.map((entry) =>
    entry.id === input.id ? { ...entry, state: 'settled', outcome, reason: 'Ordered again', settledBy: 'boss' } : entry,
  );
  return entries[0];
});

test('a missing order is listed with all that is needed to make it again, and no link to its number', async () => {
  renderScreen(<MissingPage />, '/dashboard/missing');
  const row = within((await screen.findByText('Order #100')).closest('tr') as HTMLElement);
  expect(row.getByRole('link', { name: 'rahim' }).getAttribute('href')).toBe('/dashboard/users/2');
  for (const text of ['Page Likes', '2,000', '−$2.00']) expect(row.getByText(text)).toBeDefined();
  expect(row.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/dashboard/users/2',
    'https://example.com/post',
  ]);
  const paid = within(screen.getByText('Recharge request #7').closest('tr') as HTMLElement);
  for (const text of ['User #9, gone', 'Bkash', '9A7BC2D4EF', '+$10.00']) expect(paid.getByText(text)).toBeDefined();
});

test('it is settled with an outcome and a reason, and then listed as settled', async () => {
  renderScreen(<MissingPage />, '/dashboard/missing');
  await userEvent.click(await screen.findByRole('button', { name: 'Settle Order #100' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Settle' }));
  expect(await screen.findByText('Reason is required')).toBeDefined();
  expect(sent).toEqual([]);
  await userEvent.selectOptions(screen.getByLabelText('What happened with it'), 'refunded');
  await userEvent.type(screen.getByLabelText('Reason'), 'Ordered again');
  await userEvent.click(screen.getByRole('button', { name: 'Settle' }));
  expect(await screen.findByText('It is no longer missing. The audit has your reason.')).toBeDefined();
  expect(sent).toEqual([{ id: 1, outcome: 'refunded', reason: 'Ordered again' }]);
  await userEvent.click(screen.getByRole('button', { name: 'Settled' }));
  expect(await screen.findByText('by boss: Ordered again')).toBeDefined();
  expect(screen.getByText('Refunded')).toBeDefined();
});

test('the second admin reads who was first', async () => {
  refusal = new Refusal('already_decided', 'This entry has already been settled by boss.', { decidedBy: 'boss' });
  renderScreen(<MissingPage />, '/dashboard/missing');
  await userEvent.click(await screen.findByRole('button', { name: 'Settle Order #100' }));
  await userEvent.type(await screen.findByLabelText('Reason'), 'Ordered again');
  await userEvent.click(screen.getByRole('button', { name: 'Settle' }));
  expect(await screen.findByText('This entry has already been settled by boss.')).toBeDefined();
});

test('without missing entries the page says so', async () => {
  entries = [];
  renderScreen(<MissingPage />, '/dashboard/missing');
  expect(await screen.findByText('No acknowledged entry is missing.')).toBeDefined();
});

const order: Missing = {
  id: 1,
  state: 'open',
  kind: 'order_charge',
  customer: { id: 2, userName: 'rahim' },
  amountNanos: nanos(-2e9),
  balanceAfterNanos: nanos(8e9),
  orderId: 100,
  rechargeId: null,
  grantId: null,
  serviceId: 34,
  service: 'Page Likes',
  link: 'https://example.com/post',
  quantity: 2000,
  method: null,
  reference: null,
  acknowledgedAt: '2026-01-31T10:00:00.000Z',
  noticedAt: '2026-01-31T10:00:09.000Z',
  foundAt: null,
  outcome: null,
  reason: null,
  settledBy: null,
  settledAt: null,
};

const request: Missing = {
  ...order,
  id: 2,
  kind: 'recharge_request',
  customer: { id: 9, userName: null },
  amountNanos: nanos(10e9),
  orderId: null,
  rechargeId: 7,
  serviceId: null,
  service: null,
  link: null,
  quantity: null,
  method: 'Bkash',
  reference: '9A7BC2D4EF',
};
