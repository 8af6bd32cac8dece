import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { backups } from '#db/schema/backups.ts';
import { testDatabase } from '#db/testing/database.ts';
import { mountSmallDisk } from '#db/testing/small-disk.ts';
import { claimBackup, giveUpClaim, noteSchedule } from '../backup/claim-backup.ts';
import { pauseOutgoing } from '../base/queue/pause-outgoing.ts';
import { readManifestOf } from '../testing/backup-entries.ts';
import { startBackupSchedule } from './backups.ts';

const HOUR_MS = 3_600_000;
const PATIENCE_MS = 30_000;
const database = await testDatabase();
const { db } = database;

let to: string;

beforeEach(async () => {
  to = mkdtempSync(join(tmpdir(), 'reseller-panel-schedule-'));
  onTestFinished(() => rmSync(to, { recursive: true, force: true }));
  await db.execute(sql`delete from backup_schedule`);
  await db.execute(sql`delete from outgoing_hold`);
});

const entries = () => readdirSync(to).toSorted();
const recorded = () => db.$count(backups);

/** As if this much time had passed since the last backup began. */
const rewind = (hours: number) =>
  db.execute(sql`update backup_schedule set last_started_at = last_started_at - make_interval(hours => ${hours})`);

/** One server's schedule. It looks at its start and, unless the test says otherwise, never again. */
function start({ keep = 48, folder = to, ...options }: Partial<Options> = {}) {
  const fn = () => vi.fn<(...args: unknown[]) => void>();
  const log = { info: fn(), warn: fn(), error: fn() };
  const publish = vi.fn<(topic: string) => void>();
  const schedule = startBackupSchedule({
    db,
    url: database.url,
    config: {
      backup: { to: folder, everyMs: HOUR_MS, keep },
      ...{ backupKeyFile: undefined, databaseDirectUrl: undefined, publicUrl: 'https://shop.example' },
    },
    events: { publish },
    log,
    lookEveryMs: HOUR_MS,
    leastFreeBytes: 0,
    ...options,
  });
  onTestFinished(() => schedule.stop());
  return { ...schedule, log, publish };
}

interface Options {
  keep: number;
  folder: string;
  lookEveryMs: number;
  firstPauseMs: number;
  renewEveryMs: number;
  leastFreeBytes: number;
}

const until = (condition: () => unknown) => vi.waitFor(condition, PATIENCE_MS);
const untilFinished = ({ publish }: ReturnType<typeof start>, times = 1) =>
  until(() => expect(publish.mock.calls).toEqual(Array.from({ length: times }, () => ['backups'])));

/** A backup waits for this lock with its files begun. @returns a function that ends it */
async function holdBackups(): Promise<() => Promise<void>> {
  const [locked, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = db.transaction(async (tx) => {
    await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`);
    await tx.execute(sql`lock table notices in access exclusive mode`);
    locked.resolve();
    await release.promise;
  });
  await locked.promise;
  return async () => {
    release.resolve();
    await holding;
  };
}

const untilBegun = () => until(() => expect(entries()).toEqual([expect.stringContaining('.unfinished-')]));

test('a backup is made when one is due, and a restart makes none before the next is due', async () => {
  const before = await recorded();
  const first = start();
  await untilFinished(first);
  expect(entries()).toHaveLength(1);
  const [last] = await db.select().from(backups).orderBy(sql`id desc`).limit(1);
  expect(last).toMatchObject({ host: hostname(), entry: entries()[0] });
  expect(last?.bytes).toBeGreaterThan(1000);
  expect(readManifestOf(join(to, entries()[0] ?? '')).shop).toMatchObject({ publicUrl: 'https://shop.example' });
  await first.stop();

  expect(await claimBackup(db, HOUR_MS)).toBeUndefined();
  await rewind(1);
  await untilFinished(start());
  expect(await recorded()).toBe(before + 2);
});

test('of servers that look at the same time one makes it', async () => {
  await noteSchedule(db);
  const claims = await Promise.all(Array.from({ length: 20 }, () => claimBackup(db, HOUR_MS)));
  const [won, ...others] = claims.filter((claim) => claim !== undefined);
  expect(others).toEqual([]);
  if (won) await giveUpClaim(db, won);

  const before = await recorded();
  const servers = [start({ lookEveryMs: 5 }), start({ lookEveryMs: 5 })];
  await until(async () => expect(await recorded()).toBe(before + 1));
  for (const server of servers) await server.stop();
  expect(await recorded()).toBe(before + 1);
  expect(entries()).toHaveLength(1);
});

test('a clock that was set back delays no backup, neither by the last one nor by a claim', async () => {
  await untilFinished(start());
  await rewind(-48);
  await untilFinished(start());
  await rewind(48);
  await db.execute(
    sql`update backup_schedule set claim = gen_random_uuid(), claimed_until = now() + interval '2 days'`,
  );
  await untilFinished(start());
});

test('the claim of a server that was killed expires', async () => {
  await noteSchedule(db);
  await claimBackup(db, HOUR_MS);
  const server = start({ lookEveryMs: 5 });
  await until(() => expect(server.log.info).toHaveBeenCalled());
  expect(server.publish).not.toHaveBeenCalled();
  await db.execute(sql`update backup_schedule set claimed_until = now() - interval '1 ms'`);
  await untilFinished(server);
});

test('a failure is logged once per attempt, leaves nothing, and is retried after pauses that grow', async () => {
  const folder = join(to, 'a-file');
  writeFileSync(folder, '');
  const server = start({ folder, firstPauseMs: 10 });
  await until(() => expect(server.log.error.mock.calls.length).toBeGreaterThanOrEqual(3));
  const pauses = server.log.error.mock.calls.map(([facts]) => (facts as { retryInSeconds: number }).retryInSeconds);
  expect(pauses.slice(0, 3)).toEqual([0.01, 0.02, 0.04]);
  expect(entries()).toEqual(['a-file']);
  rmSync(folder);
  await untilFinished(server);
});

test('a server without space leaves the backup to one that has it', async () => {
  const full = start({ leastFreeBytes: Number.MAX_SAFE_INTEGER });
  await until(() =>
    expect(full.log.error).toHaveBeenCalledWith(expect.anything(), expect.stringMatching(/MB are free/)),
  );
  expect(entries()).toEqual([]);
  await untilFinished(start());
});

test('a disk that becomes full ends the backup before the database is without space', async (context) => {
  const disk = mountSmallDisk(to);
  if (!disk) return context.skip('this account may not mount anything');
  onTestFinished(() => disk.unmount());
  const release = await holdBackups();
  onTestFinished(release);
  const server = start({ leastFreeBytes: 1_000_000 });
  await untilBegun();
  disk.fill();
  await until(() =>
    expect(server.log.error).toHaveBeenCalledWith(expect.anything(), expect.stringMatching(/MB are free/)),
  );
  expect(entries()).toEqual([]);
});

test('a stop ends the backup at once, leaves nothing, and lets another server begin', async () => {
  const release = await holdBackups();
  onTestFinished(release);
  const server = start();
  await untilBegun();
  const stoppedMs = performance.now();
  await server.stop();
  expect(performance.now() - stoppedMs).toBeLessThan(5_000);
  expect(entries()).toEqual([]);
  expect(server.log.error).not.toHaveBeenCalled();
  expect(await claimBackup(db, HOUR_MS)).toBeDefined();
});

test('a frozen server that comes back ends its backup, because another one has the claim', async () => {
  const release = await holdBackups();
  onTestFinished(release);
  const frozen = start({ renewEveryMs: 10 });
  await untilBegun();
  await db.execute(sql`update backup_schedule set claim = gen_random_uuid()`);
  await until(() =>
    expect(frozen.log.error).toHaveBeenCalledWith(expect.anything(), expect.stringMatching(/another one makes/)),
  );
  expect(entries()).toEqual([]);
});

test('entries above the number to keep are removed, except while everything outgoing is paused', async () => {
  for (const times of [1, 2, 3]) {
    await untilFinished(start({ keep: 2 }));
    await until(() => expect(entries()).toHaveLength(Math.min(2, times)));
    await rewind(1);
  }
  await pauseOutgoing(db, 'restored from a backup');
  const restored = start({ keep: 2 });
  await untilFinished(restored);
  await restored.stop();
  expect(entries()).toHaveLength(3);
});
