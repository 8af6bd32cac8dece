import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { closeDb, connect, type Db } from '#db/client.ts';
import { openSql } from '#db/connection.ts';
import type { EmbeddedPostgres } from '#db/embedded/embedded-postgres.ts';
import { migrate } from '#db/migrate.ts';
import { type ReplicatedPostgres, startReplicatedPostgres, urlOfAll } from '#db/testing/replicated-postgres.ts';
import { listMissing } from '../features/missing/list-missing.ts';
import { dollars, makeOrder, makeService, makeUser, type TestUser } from '../testing/factories.ts';
import { watchAcknowledged } from './watch-acknowledged.ts';

const PATIENCE_MS = 180_000;

let servers: ReplicatedPostgres;
let standby: EmbeddedPostgres | undefined;
let db: Db;
beforeAll(async () => {
  servers = await startReplicatedPostgres();
  await migrate(servers.primary.adminUrl);
  db = connect(urlOfAll([servers.primary, servers.standby]), { max: 8 });
}, PATIENCE_MS);
afterAll(async () => {
  await closeDb(db);
  await standby?.stop();
  await servers.stop();
}, PATIENCE_MS);

const line = () => vi.fn<(...facts: unknown[]) => void>();
const log = { error: line(), warn: line(), info: line() };

/** Sequences are logged 32 numbers ahead, so that a standby hands out the numbers of those beyond again. */
const MANY = 60;

test(
  'after the promotion of an asynchronous standby exactly the acknowledged orders that it lacks are listed',
  async () => {
    const watch = watchAcknowledged({ db, log, tickMs: 100, lookEveryMs: 100, againEveryMs: 100 });
    const service = await makeService(db);
    const customer = await makeUser(db, { balanceNanos: dollars(100) });
    const order = (requestId = randomUUID(), by: TestUser = customer) =>
      makeOrder(db, by, { serviceId: service.id, requestId });
    const before = [await order(), await order(), await order()];
    await replicated();

    await servers.standby.stop();
    const lostKeys = Array.from({ length: MANY }, () => randomUUID());
    const lost = [];
    for (const key of lostKeys) lost.push(await order(key));

    await servers.primary.stop();
    standby = await servers.standby.restart();
    await promote(standby);
    await vi.waitFor(() => db.$client`select 1`, { timeout: PATIENCE_MS, interval: 200 });
    // Customers go on, and one repeats an order without an answer.
    const next = await order();
    expect(lost.map(({ id }) => id)).toContain(next.id);
    await order(lostKeys[1]);

    await vi.waitFor(() => expect(watch.figures().open).toBe(MANY - 1), { timeout: PATIENCE_MS, interval: 200 });
    const { items } = await listMissing(db, { id: 0, role: 'admin' }, { state: 'open', limit: 100 });
    const expected = lost.filter((_, nth) => nth !== 1).map(({ id }) => id);
    expect(items.map(({ orderId }) => orderId).toSorted()).toEqual(expected.toSorted());
    expect(items.map(({ orderId }) => orderId)).not.toContain(before[0]?.id);
    // The repeated one may have been noticed before, and was taken off then.
    expect([MANY - 1, MANY]).toContain(watch.figures().missing);
    expect(log.error).toHaveBeenCalledOnce();
    await watch.stop();
  },
  PATIENCE_MS,
);

/** Waits until the standby has all of the primary. */
async function replicated(): Promise<void> {
  const sql = openSql(servers.primary.adminUrl, { max: 1 });
  await vi.waitFor(
    async () => {
      const [row] = await sql`select bool_and(replay_lsn >= pg_current_wal_lsn()) as isthere from pg_stat_replication`;
      expect(row?.isthere).toBe(true);
    },
    { timeout: PATIENCE_MS, interval: 100 },
  );
  await sql.end();
}

async function promote({ adminUrl }: EmbeddedPostgres): Promise<void> {
  const sql = openSql(adminUrl, { max: 1 });
  await sql.unsafe('select pg_promote()');
  await sql.end();
}
