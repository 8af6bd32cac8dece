import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest';
import { closeDb, connect, type Db } from '#db/client.ts';
import { migrate } from '#db/migrate.ts';
import { assertReadable, createReads, type Reads } from '#db/reads/reads.ts';
import { type ReplicatedPostgres, startReplicatedPostgres } from '#db/testing/replicated-postgres.ts';
import { updateMoneyTotals } from '../../features/stats/update-money-totals.ts';
import { checkLedger } from '../../money/check-ledger.ts';
import { checkNewEntries } from '../../money/check-new-entries.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { askForExport, readExport } from '../../testing/export-file.ts';
import { dollars, makeOrder } from '../../testing/factories.ts';
import { makeCustomer, makeSignedInAdmin, type Person } from '../../testing/people.ts';

const PATIENCE_MS = 30_000;
const LONG_MS = 3_600_000;
const log = { info: vi.fn<(message: string) => void>(), warn: vi.fn<(fields: object, message: string) => void>() };

let servers: ReplicatedPostgres;
let standby: Db;
let app: TestApp;
let customer: Person;
let reads: Reads;

beforeAll(async () => {
  servers = await startReplicatedPostgres({ max_standby_streaming_delay: '1s', hot_standby_feedback: 'on' });
  const { adminUrl: url } = servers.primary;
  await migrate(url);
  standby = connect(servers.standby.adminUrl, { max: 2 });
  app = await startTestApp({
    openDatabase: async () => {
      const db = connect(url);
      return { db, url, drop: () => closeDb(db) };
    },
  });
  customer = await makeCustomer(app, dollars(1000));
  // A sum that is made for a read is not on the standby yet.
  await updateMoneyTotals(app.db);
});

beforeEach(() => useReads());

afterEach(async () => {
  await standby.$client`select pg_wal_replay_resume()`.catch(() => undefined);
  log.warn.mockClear();
  await reads.close();
});

afterAll(async () => {
  await app.close();
  await closeDb(standby);
  await servers.stop();
});

/** The app reads from the standby from now on, with these limits. */
function useReads(options: Partial<Parameters<typeof createReads>[2]> = {}): void {
  reads = createReads(app.db, servers.standby.adminUrl, { log, compareEveryMs: 0, maxLagMs: LONG_MS, ...options });
  app.deps.reads = reads;
}

async function placeOrder(): Promise<string> {
  return String((await makeOrder(app.db, customer)).id);
}

async function exportedIds(): Promise<(string | undefined)[]> {
  const rows = await readExport(await askForExport(app, customer, 'orders'));
  return rows.map((row) => row.Order);
}

async function pauseReplay(): Promise<() => Promise<void>> {
  await standby.$client`select pg_wal_replay_pause()`;
  await vi.waitFor(async () => {
    const [row] = await standby.$client`select pg_get_wal_replay_pause_state() as state`;
    expect(row?.state).toBe('paused');
  }, PATIENCE_MS);
  return async () => void (await standby.$client`select pg_wal_replay_resume()`);
}

/** Until the standby has what the primary has. */
async function untilReplayed(): Promise<void> {
  const [now] = await app.db.$client<{ lsn: string }[]>`select pg_current_wal_lsn()::text as lsn`;
  await vi.waitFor(async () => {
    const [row] = await standby.$client`select pg_last_wal_replay_lsn() >= ${now?.lsn ?? ''}::pg_lsn as is`;
    expect(row?.is).toBe(true);
  }, PATIENCE_MS);
}

/** Until a session of the standby is in `pg_sleep`: an idle one would lose its connection instead. */
async function untilSleeping(): Promise<void> {
  await vi.waitFor(async () => {
    const found = await standby.$client`select from pg_stat_activity where wait_event = 'PgSleep'`;
    expect(found).toHaveLength(1);
  }, PATIENCE_MS);
}

test('exports and statistics by day come from the standby; lists and their counts never do', async () => {
  const admin = await makeSignedInAdmin(app);
  const first = await placeOrder();
  await untilReplayed();
  expect(await exportedIds()).toContain(first);
  const resume = await pauseReplay();
  const second = await placeOrder();
  const asCustomer = app.client(customer.accessToken);
  const asAdmin = app.client(admin.accessToken);
  expect((await asCustomer.orders.list.query({})).items.map(({ id }) => String(id))).toContain(second);
  expect((await asAdmin.admin.orders.list.query({})).items.map(({ id }) => String(id))).toContain(second);
  expect(await exportedIds()).not.toContain(second);
  expect((await asAdmin.admin.comparison.query({ days: 1 })).now.orders).toBe(1);
  expect((await asAdmin.admin.stats.query()).orders.count).toBe(1);
  await resume();
  await untilReplayed();
  expect(await exportedIds()).toContain(second);
  expect(reads.fallbacks()).toEqual({});
}, 120_000);

test('a standby that lags is not used, is left alone for a while, and is used again', async () => {
  await reads.close();
  useReads({ maxLagMs: 1, restMs: 0 });
  await untilReplayed();
  const resume = await pauseReplay();
  const order = await placeOrder();
  expect(await exportedIds()).toContain(order);
  expect(reads.fallbacks()).toMatchObject({ lag: 1 });
  expect(await exportedIds()).toContain(order);
  expect(log.warn.mock.calls).toEqual([[{ reason: 'lag' }, expect.stringContaining('not used')]]);
  await resume();
  await untilReplayed();
  await vi.waitFor(async () => {
    const before = reads.fallbacks().lag;
    await exportedIds();
    expect(reads.fallbacks().lag).toBe(before);
  }, PATIENCE_MS);
}, 120_000);

test('both proofs of the ledger run on the standby', async () => {
  await placeOrder();
  await untilReplayed();
  const since = await reads.run((db) => checkNewEntries(db, { smallLedgerRows: 0 }));
  expect(since).toMatchObject({ problems: [] });
  expect(await reads.run((db) => checkLedger(db, { isGentle: true }))).toMatchObject({ entries: since.entries });
  expect(reads.fallbacks()).toEqual({});
});

test('an idle primary is no lag', async () => {
  await reads.close();
  useReads({ maxLagMs: 0 });
  await untilReplayed();
  // Longer than the limit since the last transaction.
  expect(await reads.run(isStandby)).toBe(true);
  expect(reads.fallbacks()).toEqual({});
});

test('a statement that a conflict cancels runs once more on the primary', async () => {
  await app.db.execute(sql`create table locked as select 1 as n`);
  await untilReplayed();
  const seen: boolean[] = [];
  const rows = await reads.run((db) =>
    db.transaction(async (tx) => {
      seen.push(await isStandby(tx));
      await tx.execute(sql`select * from locked`);
      if (seen.length > 1) return tx.execute<{ n: number }>(sql`select n from locked`);
      const [conflict] = await Promise.allSettled([
        tx.execute(sql`select pg_sleep(60)`),
        untilSleeping().then(() => app.db.execute(sql`alter table locked rename column n to m`)),
      ]);
      await app.db.execute(sql`alter table locked rename column m to n`);
      throw conflict.status === 'rejected' ? conflict.reason : new Error('The standby has cancelled nothing');
    }),
  );
  expect(seen).toEqual([true, false]);
  expect([...rows]).toEqual([{ n: 1 }]);
  expect(reads.fallbacks()).toEqual({ cancelled: 1 });
}, 120_000);

test('what the standby lacks is read from the primary; an error that is right stays one', async () => {
  const absent = new Error('not found');
  const lacking = async (db: Db) => {
    if (await isStandby(db)) throw absent;
    return 'found';
  };
  expect(await reads.run(lacking)).toBe('found');
  expect(reads.fallbacks()).toEqual({ behind: 1 });
  await expect(reads.run(() => Promise.reject(absent))).rejects.toBe(absent);
  expect(reads.fallbacks()).toEqual({ behind: 1 });
});

test('a file goes on from the primary after its last row when the standby dies', async () => {
  await reads.close();
  useReads({ restMs: LONG_MS });
  const { id: serviceId } = await makeOrder(app.db, customer).then(({ serviceId: id }) => ({ id }));
  await app.db.execute(sql`
    insert into orders (user_id, service_id, service_name, link, quantity, price_micros, charge_nanos)
    select ${customer.id}, ${serviceId}, 'Likes', '@page', 10, 1, 10 from generate_series(1, 1700)`);
  await untilReplayed();
  let pages = 0;
  app.deps.reads = {
    ...reads,
    run: async (read) => {
      if (++pages === 2) await servers.standby.stop();
      return reads.run(read);
    },
  };
  const found = await exportedIds();
  const [counted] = await app.db.$client`select count(*)::int as n from orders where user_id = ${customer.id}`;
  expect(new Set(found).size).toBe(found.length);
  expect(found).toHaveLength(counted?.n);
  expect(pages).toBeGreaterThan(3);
  expect(reads.fallbacks()).toEqual({ away: pages - 1 });
  expect(log.warn).toHaveBeenCalledOnce();
}, 120_000);

test('a server with other data is refused at the start; the primary itself and an absent one are not', async () => {
  const { adminUrl } = servers.primary;
  expect(await assertReadable(app.db, adminUrl)).toBe(true);
  expect(await assertReadable(app.db, servers.standby.adminUrl)).toBe(false);
  await expect(assertReadable(app.db, inject('testServer').adminUrl)).rejects.toThrow(/^DATABASE_READ_URL leads to/);
  const template = new URL(adminUrl);
  template.pathname = '/template1';
  await expect(assertReadable(app.db, template.href)).rejects.toThrow(/^DATABASE_READ_URL leads to/);
});

test('a standby that was promoted is another database', async () => {
  const promoted = await servers.standby.restart();
  const db = connect(promoted.adminUrl, { max: 1 });
  await db.$client`select pg_promote()`;
  await closeDb(db);
  expect(await reads.run(isStandby)).toBe(false);
  expect(reads.fallbacks()).toEqual({ other_database: 1 });
  await expect(assertReadable(app.db, promoted.adminUrl)).rejects.toThrow(/^DATABASE_READ_URL leads to/);
  await promoted.stop();
}, 120_000);

async function isStandby(db: Pick<Db, 'execute'>): Promise<boolean> {
  const [row] = await db.execute<{ is: boolean }>(sql`select pg_is_in_recovery() as is`);
  return row?.is ?? false;
}
