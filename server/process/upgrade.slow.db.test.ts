import { expect, test } from 'vitest';
import { createOlderDatabase } from '#db/testing/older-database.ts';
import { chargeFor, decimalFromMicros, decimalFromNanos, micros, nanos, refundFor } from '#shared/money.ts';
import { adminStatus, type OrderStatus } from '#shared/order-status.ts';
import { checkLedger } from '../money/check-ledger.ts';
import { testApp } from '../testing/app.ts';
import { askForExport, readExport } from '../testing/export-file.ts';
import { fillOlderShop, type OlderOrder, readOlderOrders } from '../testing/older-shop.ts';
import { signIn } from '../testing/people.ts';

const ORDERS = 100_000;

/** As the release before stored them. */
let older: OlderOrder[] = [];

const app = await testApp({
  openDatabase: () =>
    createOlderDatabase('service-types', async (sql) => {
      await fillOlderShop(sql, ORDERS);
      older = await readOlderOrders(sql);
    }),
});
const boss = await signIn(app, { id: 1, userName: 'boss', actor: { id: 1, role: 'admin' } });
const asBoss = app.client(boss.accessToken).admin.orders;

test('every order of a shop of the version before is proved by the ledger', async () => {
  const { problems, orders, heldNanos } = await checkLedger(app.db);
  expect({ problems, orders }).toEqual({ problems: [], orders: ORDERS });
  const sum = (of: (order: OlderOrder) => number) => older.reduce((total, order) => total + BigInt(of(order)), 0n);
  const [granted] = await app.db.$client<{ sum: string }[]>`select sum(amount_nanos)::text from grants`;
  expect(heldNanos).toBe(BigInt(granted?.sum ?? 0) - sum((order) => order.chargeNanos - order.refundedNanos));
});

test('every one of its orders is listed with the terms, the charge and the refund that it had', async () => {
  const rows = await readExport(await askForExport(app, boss, 'all-orders', { sort: 'oldest' }));
  expect(rows).toHaveLength(ORDERS);
  const differing = older.filter((order, at) => {
    const row = rows[at] ?? {};
    const shown = [row.Order, row['Customer ID'], row.Service, row.Link, row.Quantity, row.Status];
    const money = [row['Price per 1000 (USD)'], row['Charge (USD)'], row['Refunded (USD)'], row['Not delivered']];
    const price = { priceMicros: micros(order.priceMicros), per: 1000 as const };
    const refund = order.status === 'rejected' ? order.chargeNanos : refundFor(order.remaining ?? 0, price);
    return (
      [...shown, ...money, row['Start count'], row.Remains].join('\n') !==
        [
          ...[order.id, order.userId, order.serviceName, order.link, order.quantity],
          adminStatus[order.status as OrderStatus],
          decimalFromMicros(micros(order.priceMicros)),
          decimalFromNanos(nanos(order.chargeNanos)),
          decimalFromNanos(nanos(order.refundedNanos)),
          ...[order.remaining ?? 0, '', ''],
        ].join('\n') ||
      chargeFor(order.quantity, price) !== order.chargeNanos ||
      refund !== order.refundedNanos
    );
  });
  expect(differing.slice(0, 3)).toEqual([]);
});

test('its customers read their orders, page by page and one by one', async () => {
  const { userId } = older[0] as OlderOrder;
  const person = await signIn(app, { id: userId, userName: 'customer', actor: { id: userId, role: 'user' } });
  const { list, get } = app.client(person.accessToken).orders;
  const own = older.filter((order) => order.userId === userId);
  const ids: number[] = [];
  for (let cursor: string | null = null; ; ) {
    const page: Awaited<ReturnType<typeof list.query>> = await list.query({ sort: 'oldest', limit: 100, cursor });
    ids.push(...page.items.map(({ id }) => id));
    cursor = page.nextCursor;
    if (cursor === null) break;
  }
  expect(ids).toEqual(own.map(({ id }) => id));
  const oneOfEach = Object.values(Object.groupBy(own, ({ status }) => status)).flatMap((orders) => orders?.[0] ?? []);
  expect(oneOfEach).toHaveLength(5);
  for (const { id, quantity, priceMicros, chargeNanos, status, remaining } of oneOfEach)
    expect(await get.query({ id })).toMatchObject({
      ...{ id, quantity, priceMicros, per: 1000, chargeNanos, status, remaining },
      ...{ startCount: null, remains: null, comments: null },
    });
});

test('its orders are decided, get their progress and are ordered again, and the ledger stays proved', async () => {
  const waiting = older.filter(({ status, chargeNanos }) => status === 'pending' && chargeNanos > 0).slice(0, 3);
  const [completed, rejected, partial] = waiting as [OlderOrder, OlderOrder, OlderOrder];
  await asBoss.decide.mutate({ id: completed.id, decision: 'complete' });
  await asBoss.decide.mutate({ id: rejected.id, decision: 'reject' });
  await asBoss.decide.mutate({ id: partial.id, decision: 'partial', remaining: 3 });
  const delivered = older.find(({ status }) => status === 'completed') as OlderOrder;
  await asBoss.setProgress.mutate({ id: delivered.id, startCount: 830, remains: 0 });
  expect(await asBoss.get.query({ id: delivered.id })).toMatchObject({ startCount: 830, status: 'completed' });
  const person = await signIn(app, {
    id: rejected.userId,
    userName: 'x',
    actor: { id: rejected.userId, role: 'user' },
  });
  const again = { serviceId: 1, link: rejected.link, quantity: 1_000 };
  const { order } = await app.client(person.accessToken).orders.place.mutate(again);
  expect(order).toMatchObject({ per: 1000, chargeNanos: 1_000_000_000 });
  const { problems, orders } = await checkLedger(app.db);
  expect({ problems, orders }).toEqual({ problems: [], orders: ORDERS + 1 });
});
