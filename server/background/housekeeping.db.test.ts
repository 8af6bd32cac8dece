import { sql } from 'drizzle-orm';
import { expect, it, vi } from 'vitest';
import { rateLimits } from '#db/schema/limits.ts';
import { mailOutbox } from '#db/schema/mail.ts';
import { services } from '#db/schema/services.ts';
import { sessions } from '#db/schema/sessions.ts';
import { users } from '#db/schema/users.ts';
import { testDatabase } from '#db/testing/database.ts';
import { nanos } from '#shared/money.ts';
import { salesPerService } from '../features/services/service-figures.ts';
import { makeOrder, makeUser } from '../testing/factories.ts';
import { startHousekeeping } from './housekeeping.ts';

const database = await testDatabase();

const longAgo = new Date(Date.now() - 100 * 86_400_000);

async function leaveRubbish(): Promise<void> {
  const { db } = database;
  const { id: userId } = await makeUser(db);
  await db.insert(sessions).values({ id: crypto.randomUUID(), userId, expiresAt: longAgo });
  await db.insert(rateLimits).values({ key: crypto.randomUUID(), count: 1, windowEndsAt: longAgo });
  await db.insert(mailOutbox).values({ recipient: 'rahim@example.com', subject: '', body: '', sentAt: longAgo });
}

const logOf = () => ({ error: vi.fn<(...args: unknown[]) => void>() });

/** Does the housekeeping until `read` returns `expected`. */
async function startedUntil(read: () => Promise<unknown>, expected: unknown, log = logOf()): Promise<void> {
  const housekeeping = startHousekeeping({ db: database.db, log });
  await expect.poll(read).toEqual(expected);
  await housekeeping.stop();
}

const left = () => Promise.all([sessions, rateLimits, mailOutbox].map((table) => database.db.$count(table)));

it('runs every task at once', async () => {
  await leaveRubbish();
  const log = logOf();
  await startedUntil(left, [0, 0, 0], log);
  expect(log.error).not.toHaveBeenCalled();
});

it('ends with the task that runs when it is stopped', async () => {
  await leaveRubbish();
  await startHousekeeping({ db: database.db, log: logOf() }).stop();
  // The first task only.
  expect(await left()).toEqual([1, 0, 1]);
  await startedUntil(left, [0, 0, 0]);
});

it('logs a failed task, and runs the others', async () => {
  await leaveRubbish();
  const { db } = database;
  await db.execute(sql`alter table rate_limits rename column window_ends_at to elsewhere`);
  const log = logOf();
  await startedUntil(left, [0, 1, 0], log);
  await db.execute(sql`alter table rate_limits rename column elsewhere to window_ends_at`);
  expect(log.error).toHaveBeenCalledOnce();
});

it('counts the orders of each service', async () => {
  const { db } = database;
  const customer = await makeUser(db, { balanceNanos: nanos(10_000_000_000) });
  const { serviceId } = await makeOrder(db, customer);
  await makeOrder(db, customer, { serviceId });
  salesPerService.forget(db);
  await startedUntil(() => db.select({ countedOrders: services.countedOrders }).from(services), [{ countedOrders: 2 }]);
});

it('reads the phone numbers of older rows, in batches, and again what a server of the release before writes', async () => {
  const { db } = database;
  await db.execute(sql`
    insert into users (user_name, name, email, phone, password_hash)
    select 'older' || n, 'Older', 'older' || n || '@example.com', case when n % 2 = 0 then '017-' || (10000000 + n) else 'none' end, 'none'
    from generate_series(1, 1200) n`);
  const isRead = sql`phone_read = phone and phone_e164 is not distinct from case when phone <> 'none' then '+88' || replace(phone, '-', '') end`;
  const countRead = () => db.$count(users, sql`user_name like 'older%' and ${isRead}`);
  await startedUntil(countRead, 1200);
  await db.execute(sql`update users set phone = '01812345678' where user_name in ('older2', 'older3')`);
  expect(await countRead()).toBe(1198);
  await startedUntil(countRead, 1200);
});
