import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { rateLimits } from '#db/schema/limits.ts';
import { testDatabase } from '#db/testing/database.ts';
import { codeOf, refusalOf } from '../../testing/refusal.ts';
import { addressKey, countAttempt, deleteEndedLimits } from './rate-limit.ts';

const database = await testDatabase();

describe('counting attempts', () => {
  const limit = { limit: 3, windowSeconds: 60 };

  it('allows exactly the limit, however many are simultaneous', async () => {
    const tries = await Promise.allSettled(Array.from({ length: 50 }, () => countAttempt(database.db, 'crowd', limit)));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  });

  it('returns the end of the window, and starts again after it', async () => {
    for (let i = 0; i < 3; i++) await countAttempt(database.db, 'window', limit);
    const { code, details, message } = await refusalOf(countAttempt(database.db, 'window', limit));
    expect(code).toBe('too_many_requests');
    expect(details?.retryAfterSeconds).toBeGreaterThan(55);
    expect(details?.retryAfterSeconds).toBeLessThanOrEqual(60);
    expect(message).toBe(`Too many attempts. Please try again in ${details?.retryAfterSeconds} seconds.`);

    await database.db.execute(sql`update rate_limits set window_ends_at = now() where key = 'window'`);
    for (let i = 0; i < 3; i++) await countAttempt(database.db, 'window', limit);
    expect(await codeOf(countAttempt(database.db, 'window', limit))).toBe('too_many_requests');
  });

  it('does not round the end of a window up', async () => {
    for (let i = 0; i < 40; i++) {
      await countAttempt(database.db, 'due', { limit: 1, windowSeconds: 60 });
      await database.db.execute(sql`update rate_limits set window_ends_at = now() where key = 'due'`);
    }
  });

  it('separates keys', async () => {
    for (let i = 0; i < 3; i++) await countAttempt(database.db, 'one', limit);
    await countAttempt(database.db, 'other', limit);
  });
});

describe('the counted address', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002:ffff::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ])('%s is %s', (address, key) => {
    expect(addressKey(address)).toBe(key);
  });
});

it('deletes counts whose window is over, and no others', async () => {
  const { db } = database;
  const days = (count: number) => new Date(Date.now() + count * 86_400_000);
  await db.insert(rateLimits).values([
    { key: 'over', count: 9, windowEndsAt: days(-1) },
    { key: 'running', count: 9, windowEndsAt: days(1) },
  ]);

  await Promise.all([deleteEndedLimits(db), deleteEndedLimits(db)]);

  const left = await db.select({ key: rateLimits.key }).from(rateLimits);
  const keys = left.map(({ key }) => key);
  expect([keys.includes('over'), keys.includes('running')]).toEqual([false, true]);
});
