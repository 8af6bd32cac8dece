import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Db } from '#db/client.ts';
import { nanos } from '#shared/money.ts';
import { type AcknowledgedOrder, acknowledgedMemory, remember } from './acknowledged.ts';

/** The memory is that of a process and a database; the database itself is not asked. */
const newMemory = () => {
  const db = {} as Db;
  const memory = acknowledgedMemory(db);
  memory.begin();
  return { memory, add: (more: Partial<AcknowledgedOrder> = {}) => remember(db, { ...order, ...more }) };
};

const order: AcknowledgedOrder = {
  kind: 'order_charge',
  userId: 1,
  seq: 1,
  amountNanos: nanos(-1),
  balanceAfterNanos: nanos(0),
  requestId: randomUUID(),
  orderId: 1,
  serviceId: 1,
  serviceName: 'Page Likes',
  link: '@shop',
  quantity: 1,
  chargeNanos: nanos(1),
  createdMs: 0,
};

describe('the memory of acknowledged entries', () => {
  test('holds nothing before a watch has begun, which alone forgets', () => {
    const db = {} as Db;
    remember(db, order);
    expect(acknowledgedMemory(db).figures()).toEqual({ remembered: 0, dropped: 0 });
  });

  test('is at most 200,000 entries; the oldest are dropped, and counted', () => {
    const { memory, add } = newMemory();
    for (let nth = 0; nth < 200_010; nth++) add({ orderId: nth });
    expect(memory.figures()).toEqual({ remembered: 200_000, dropped: 10 });
    const all = memory.all();
    expect([all[0], all.at(-1)].map((each) => each && 'orderId' in each.entry && each.entry.orderId)).toEqual([
      10, 200_009,
    ]);
  });

  test('is bounded in its links, too', () => {
    const { memory, add } = newMemory();
    for (let nth = 0; nth < 20_000; nth++) add({ link: `${nth} ${'x'.repeat(2_040)}` });
    const { remembered, dropped } = memory.figures();
    expect(remembered + dropped).toBe(20_000);
    expect(remembered * 2_048).toBeLessThan(33.6e6);
  });

  test('forgets what is older than a time, and nothing else', async () => {
    const { memory, add } = newMemory();
    add({ orderId: 1 });
    await new Promise((resolve) => setTimeout(resolve, 2));
    const betweenMs = performance.now();
    add({ orderId: 2 });
    memory.forgetBefore(betweenMs);
    expect(memory.all().map(({ entry }) => 'orderId' in entry && entry.orderId)).toEqual([2]);
    expect(memory.figures()).toEqual({ remembered: 1, dropped: 0 });
  });
});
