import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { closeDb, connect, type Db } from '#db/client.ts';
import { testDatabase } from '#db/testing/database.ts';
import { refusalOf } from '../../testing/refusal.ts';
import { countFrequentAttempt } from './count-frequent-attempt.ts';

const database = await testDatabase();

const limit = { limit: 90, windowSeconds: 60 };

async function letThrough(db: Db, key: string, tries: number, rateLimit = limit): Promise<number> {
  const attempt = () => countFrequentAttempt(db, key, rateLimit);
  const answers = await Promise.allSettled(Array.from({ length: tries }, attempt));
  return answers.filter(({ status }) => status === 'fulfilled').length;
}

describe('counting frequent attempts', () => {
  it('allows exactly the limit, however many are simultaneous', async () => {
    expect(await letThrough(database.db, 'crowd', 200)).toBe(90);
    expect(await letThrough(database.db, 'another', 10)).toBe(10);
  });

  it('several servers never exceed the limit together, and reach it except for a block of each', async () => {
    const servers = Array.from({ length: 3 }, () => connect(database.url, { max: 2 }));
    const through = await Promise.all(servers.map((db) => letThrough(db, 'shared', 60)));
    const together = through.reduce((sum, count) => sum + count, 0);
    expect(together).toBeLessThanOrEqual(90);
    expect(together).toBeGreaterThan(80);
    await Promise.all(servers.map(closeDb));
  });

  it('counts many simultaneous customers in a few statements, each with their own limit', async () => {
    const { db } = database;
    let statements = 0;
    const $client = ((...args: Parameters<Db['$client']>) => {
      statements++;
      return db.$client(...args);
    }) as unknown as Db['$client'];
    const counted = { ...db, $client } as Db;
    const tries = Array.from({ length: 50 }, (_, nth) =>
      letThrough(counted, `customer ${nth}`, 3, { limit: 1 + (nth % 2), windowSeconds: 60 }),
    );
    expect(await Promise.all(tries)).toEqual(Array.from({ length: 50 }, (_, nth) => 1 + (nth % 2)));
    expect(statements).toBeLessThanOrEqual(6);
  });

  it('returns the end of the window, and starts again after it', async () => {
    expect(await letThrough(database.db, 'long', 100)).toBe(90);
    const { code, details } = await refusalOf(countFrequentAttempt(database.db, 'long', limit));
    expect({ code, details }).toEqual({
      code: 'too_many_requests',
      details: { retryAfterSeconds: expect.closeTo(60, -1) },
    });

    const short = { limit: 3, windowSeconds: 1 };
    await letThrough(database.db, 'window', 3, short);
    await expect.poll(() => letThrough(database.db, 'window', 1, short), { timeout: 20_000 }).toBe(1);
  });

  it('does not query the database again for refused attempts until the window ends', async () => {
    await letThrough(database.db, 'flood', 200);
    await database.db.execute(sql`delete from rate_limits where key = 'flood'`);
    expect(await letThrough(database.db, 'flood', 50)).toBe(0);
  });

  it('queries the database again after a failed statement', async () => {
    const impossible = { ...limit, windowSeconds: Number.NaN };
    await expect(countFrequentAttempt(database.db, 'broken', impossible)).rejects.toThrow();
    await countFrequentAttempt(database.db, 'broken', limit);
  });
});
