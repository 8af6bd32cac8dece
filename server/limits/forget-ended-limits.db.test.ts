import { afterAll, beforeAll, expect, it } from 'vitest';
import { rateLimits } from '../../db/schema/limits.ts';
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts';
import { forgetEndedLimits } from './forget-ended-limits.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it('forgets counts whose window is over, and no others', async () => {
  const { db } = database;
  const days = (count: number) => new Date(Date.now() + count * 86_400_000);
  await db.insert(rateLimits).values([
    { key: 'over', count: 9, windowEndsAt: days(-1) },
    { key: 'running', count: 9, windowEndsAt: days(1) },
  ]);

  await Promise.all([forgetEndedLimits(db), forgetEndedLimits(db)]);

  expect(await db.select({ key: rateLimits.key }).from(rateLimits)).toEqual([{ key: 'running' }]);
});
