import { expect, test } from 'vitest';
import { micros, nanos } from '#shared/money.ts';
import type { OrderStatus } from '#shared/order-status.ts';
import { describeEvent } from './order-timeline.tsx';

test('each change shows its effect on the wallet', () => {
  const order = anOrder(['pending', 'processing', 'rejected', 'completed']);
  expect(order.events.map((_event, at) => describeEvent(order, at, 'customer'))).toEqual([
    { title: 'Order placed', money: '$1.50 charged', who: 'You' },
    { title: 'Processing', money: null, who: 'Our team' },
    { title: 'Failed', money: '$1.50 refunded', who: 'Our team' },
    { title: 'Completed', money: '$1.50 charged again', who: 'Our team' },
  ]);
});

test('a partial order refunds only the undelivered units', () => {
  const order = anOrder(['pending', 'partial'], { remaining: 200 });
  expect(describeEvent(order, 1, 'customer')).toEqual({
    title: 'Partial',
    money: '200 not delivered, $0.30 refunded',
    who: 'Our team',
  });
});

test('admins see who made a change, in their own labels', () => {
  const order = anOrder(['pending', 'rejected']);
  const named = { ...order, events: order.events.map((event) => ({ ...event, byName: 'karim' })) };
  expect(describeEvent(named, 1, 'admin')).toMatchObject({ title: 'Rejected', who: 'karim' });
  expect(describeEvent(order, 0, 'admin').who).toBe('The customer');
});

test.each([
  ['supplier', 'The supplier'],
  ['evidence', 'Evidence'],
] as const)('admins read that the %s decided, and customers that our team did', (by, who) => {
  const order = anOrder(['pending', 'completed']);
  const decided = { ...order, events: order.events.map((event, at) => (at === 0 ? event : { ...event, by })) };
  expect(describeEvent(decided, 1, 'admin').who).toBe(who);
  expect(describeEvent(decided, 1, 'customer').who).toBe('Our team');
});

/** 1,000 units at $1.50 per 1000. */
function anOrder(statuses: OrderStatus[], overrides: { remaining?: number } = {}) {
  return {
    priceMicros: micros(1_500_000),
    per: 1000 as const,
    chargeNanos: nanos(1_500_000_000),
    remaining: null,
    events: statuses.map((status, at) => ({
      status,
      by: at === 0 ? ('customer' as const) : ('admin' as const),
      byName: null,
    })),
    ...overrides,
  };
}
