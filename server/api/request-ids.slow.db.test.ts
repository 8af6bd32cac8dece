import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { orders } from '#db/schema/orders.ts';
import { NO_LOOP_DELAY, testApp } from '../testing/app.ts';
import { dollars, makeService } from '../testing/factories.ts';
import { makeCustomer, type Person } from '../testing/people.ts';
import { buildApp } from './app.ts';

const app = await testApp();
const { id: serviceId } = await makeService(app.db);
const order = { serviceId, link: 'https://example.com/mine', quantity: 1000 };

async function post(url: string, { accessToken }: Person, body: object, key?: string) {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${accessToken}`,
      ...(key && { 'idempotency-key': key }),
    },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as { requestId?: string; error: { data?: { requestId?: string } } };
  return { status: response.status, requestId: answer.requestId ?? answer.error?.data?.requestId };
}

test('a server that stops before its orders have ended names their ids, and each is placed once', async () => {
  const stopping = await buildApp(app.deps, NO_LOOP_DELAY);
  let arrived = 0;
  stopping.addHook('preHandler', async () => void arrived++);
  const url = await stopping.listen({ host: '127.0.0.1', port: 0 });
  const customers = await Promise.all(Array.from({ length: 3 }, () => makeCustomer(app, dollars(1))));
  const [one, two, three] = customers as [Person, Person, Person];
  // Orders wait for this lock, as for a database that answers late.
  await app.db.execute(
    sql.raw(`create function wait() returns trigger language plpgsql as
      $$ begin perform pg_advisory_xact_lock_shared(4711); return new; end $$;
      create trigger wait before insert on orders for each row execute function wait()`),
  );
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  let locked = () => {};
  const isLocked = new Promise<void>((resolve) => (locked = resolve));
  const holder = app.db.$client.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(4711)`;
    locked();
    await held;
  });
  await isLocked;
  const requestId = randomUUID();
  const asked = [
    post(`${url}/trpc/orders.place`, one, { ...order, requestId }),
    post(`${url}/trpc/orders.place`, two, order),
    post(`${url}/api/v1/service/buy/${serviceId}`, three, order),
  ];
  await expect.poll(() => arrived).toBe(asked.length);
  await expect
    .poll(async () => {
      const rows = await app.db.execute(sql`select from pg_stat_activity where wait_event = 'advisory'`);
      return rows.length;
    })
    .toBeGreaterThan(0);
  const closed = stopping.close();
  const answers = await Promise.all(asked);
  release();
  await Promise.all([holder, closed]);
  expect(answers.map(({ status }) => status)).toEqual([503, 503, 503]);
  expect(answers[0]?.requestId).toBe(requestId);

  for (const [nth, customer] of customers.entries()) {
    const key = answers[nth]?.requestId;
    expect(key).toMatch(/^[0-9a-f-]{36}$/);
    const again = await post(`${app.url}/api/v1/service/buy/${serviceId}`, customer, order, key);
    expect(again.status).toBe(200);
  }
  expect(await app.db.$count(orders)).toBe(3);
});
