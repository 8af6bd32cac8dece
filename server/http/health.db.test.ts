import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';

let app: TestApp;
beforeAll(async () => {
  // Without limits of its own a statement waits for as long as the database does not answer.
  app = await startTestApp({ database: { lockTimeoutMs: 0, statementTimeoutMs: 0, idleInTransactionTimeoutMs: 0 } });
});
afterAll(() => app.close());

const readiness = async () => (await fetch(`${app.url}/readyz`)).status;

it('is not ready, and says so, while the database does not answer', async () => {
  expect(await readiness()).toBe(200);
  await app.db.transaction(async (tx) => {
    await tx.execute(sql`lock table drizzle.__drizzle_migrations in access exclusive mode`);
    // The lock is given back after the answers, so they can't have waited for the database.
    expect(await Promise.all([readiness(), readiness()])).toEqual([503, 503]);
  });
  expect(await readiness()).toBe(200);
});
