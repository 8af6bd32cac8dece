import { expect, test } from 'vitest';
import { testDatabase } from '#db/testing/database.ts';
import { deleteEndedLimits } from './rate-limit.ts';
import { oweTokens, takeToken } from './token-bucket.ts';

const { db } = await testDatabase();

test('a bucket holds a minute, is filled evenly, and may owe', async () => {
  const bucket = { key: 'supplier:1', perMinute: 2 };
  expect(await Promise.all([1, 2].map(() => takeToken(db, bucket)))).toEqual([0, 0]);
  const wait = await takeToken(db, bucket);
  expect(wait).toBeGreaterThan(10_000);
  expect(wait).toBeLessThanOrEqual(30_000);
  await oweTokens(db, bucket, 2);
  expect(await takeToken(db, bucket)).toBeGreaterThan(60_000);
  // As the housekeeping finds it a minute and 40 s later.
  await db.$client`update rate_limits set window_ends_at = window_ends_at - interval '100 seconds'`;
  await deleteEndedLimits(db);
  expect(await takeToken(db, bucket)).toBe(0);
});

test('many at once get no more than the bucket holds', async () => {
  const bucket = { key: 'supplier:2', perMinute: 2 };
  const waits = await Promise.all(Array.from({ length: 40 }, () => takeToken(db, bucket)));
  expect(waits.filter((wait) => wait === 0)).toHaveLength(2);
});
