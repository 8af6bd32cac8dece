import { expect, test } from 'vitest';
import { nanos } from '../../../../shared/money.ts';
import { entryLink, entryWords } from './entry-words.ts';

const entry = { kind: 'grant', amountNanos: nanos(5), orderId: null, rechargeId: null } as const;

test('a grant below zero was taken back', () => {
  expect(entryWords(entry)).toBe('Balance given');
  expect(entryWords({ ...entry, amountNanos: nanos(-5) })).toBe('Balance taken back');
});

test('an entry leads to its order, or to its recharge', () => {
  expect(entryLink({ ...entry, kind: 'order_charge', orderId: 12 })).toEqual({
    to: '/dashboard/orders/12',
    label: 'Order #12',
  });
  expect(entryLink({ ...entry, kind: 'recharge', rechargeId: 7 })).toEqual({
    to: '/dashboard/recharges/7',
    label: 'Recharge #7',
  });
  expect(entryLink(entry)).toBeNull();
});
