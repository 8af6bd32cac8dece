import { expect, onTestFinished, test } from 'vitest';
import { backgroundOutages } from '#db/schema/queue.ts';
import { testDatabase } from '#db/testing/database.ts';
import type { WorkerFacts } from './messages.ts';
import { watchBackground } from './watch-background.ts';

const { db } = await testDatabase();
const SERVER = '00000000-0000-4000-8000-000000000007';
const outages = () => db.select().from(backgroundOutages);

test('an outage is stored after 30 seconds, kept fresh, and gone once the background worker works', async () => {
  let backgroundDownSince: number | null = Date.now();
  let looks = 0;
  const restarts = { workers: 0, background: 3, database: 0 };
  const facts = (): WorkerFacts => {
    looks++;
    return { slot: 0, server: SERVER, restarts, backgroundDownSince };
  };
  const watch = watchBackground({ db, facts, log: { warn: () => {} }, everyMs: 20 });
  onTestFinished(() => watch.stop());
  const looked = looks;
  await expect.poll(() => looks).toBeGreaterThan(looked + 3);
  expect(await outages()).toEqual([]);
  backgroundDownSince = Date.now() - 31_000;
  await expect.poll(outages).toMatchObject([{ server: SERVER, since: new Date(backgroundDownSince) }]);
  const [before] = await outages();
  await expect.poll(async () => (await outages())[0]?.seenAt.getTime()).toBeGreaterThan(before?.seenAt.getTime() ?? 0);
  backgroundDownSince = null;
  await expect.poll(outages).toEqual([]);
});
