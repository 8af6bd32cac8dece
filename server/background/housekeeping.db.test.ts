import { sql } from 'drizzle-orm';
import { expect, it, vi } from 'vitest';
import { rateLimits } from '#db/schema/limits.ts';
import { mailOutbox } from '#db/schema/mail.ts';
import { services } from '#db/schema/services.ts';
import { sessions } from '#db/schema/sessions.ts';
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
