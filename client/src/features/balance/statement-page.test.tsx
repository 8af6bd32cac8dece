import { act, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { type Nanos, nanos } from '#shared/money.ts';
import { queryClient } from '../../lib/trpc.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { startSignedIn } from '../../testing/signed-in-browser.ts';
import StatementPage, { entryLink, entryWords } from './statement-page.tsx';

let balanceNanos: Nanos;

beforeEach(() => {
  balanceNanos = nanos(5e9);
  startSignedIn((name) => (name === 'balance.get' ? { balanceNanos } : statement()));
});

test('an entry appears together with the new balance', async () => {
  renderScreen(<StatementPage />, '/dashboard/statement');
  expect(await screen.findAllByText('+$5.00')).toHaveLength(1);
  balanceNanos = nanos(12e9);
  await act(async () => queryClient.refetchQueries({ queryKey: [['balance', 'get']] }));
  expect(await screen.findByText('+$12.00')).toBeDefined();
});

test('the balance after an entry has all digits', async () => {
  balanceNanos = nanos(5_115_400_000);
  renderScreen(<StatementPage />, '/dashboard/statement');
  const amount = await screen.findByText('+$5.11', { exact: false });
  const row = amount.closest('tr, [role=listitem], li');
  expect(row?.textContent).toContain('+$5.1154');
  expect(row?.textContent?.match(/\$5\.1154/g)).toHaveLength(2);
});

const entry = { kind: 'grant', amountNanos: nanos(5), orderId: null, rechargeId: null } as const;

test('a negative grant is labelled as taken back', () => {
  expect(entryWords(entry)).toBe('Balance given');
  expect(entryWords({ ...entry, amountNanos: nanos(-5) })).toBe('Balance taken back');
});

test('an entry links to its order or recharge', () => {
  expect(entryLink({ ...entry, orderId: 12 })).toEqual({
    to: '/dashboard/orders/12',
    label: 'Order #12',
  });
  expect(entryLink({ ...entry, rechargeId: 7 })).toEqual({
    to: '/dashboard/recharges/7',
    label: 'Recharge #7',
  });
  expect(entryLink(entry)).toBeNull();
});

/** The wallet has one entry, which is the whole balance. */
function statement() {
  const amounts = { amountNanos: balanceNanos, balanceAfterNanos: balanceNanos };
  const origin = { kind: 'recharge', orderId: null, rechargeId: 1, reason: null, at: '2026-01-31T10:00:00.000Z' };
  return { items: [{ seq: 1, ...amounts, ...origin }], nextCursor: null };
}
