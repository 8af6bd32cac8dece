import { sql } from 'drizzle-orm';
import { expect, it, onTestFinished, vi } from 'vitest';
import { closeDb, connect, type Db } from '#db/client.ts';
import { startEmbeddedPostgres } from '#db/embedded/embedded-postgres.ts';
import { migrate } from '#db/migrate.ts';
import { newDataDir } from '#db/testing/data-dir.ts';
import { startHousekeeping } from './housekeeping.ts';

/** A table of more than a megabyte, whose links wait to be put into the search index. */
const ORDERS = 10_000;

it('analyzes large tables and empties the waiting lists of search indexes after PostgreSQL was killed', async () => {
  const { dataDir, remove } = newDataDir();
  onTestFinished(remove);
  // The server itself would do it within a minute, if its counters were left.
  let server = await startEmbeddedPostgres({ dataDir, settings: { autovacuum: 'off' } });
  onTestFinished(() => server.stop());
  await migrate(server.url);
  const before = connect(server.url);
  await fillOrders(before);
  await before.execute(sql`analyze`);
  expect(await analyzed(before)).toEqual(true);
  await closeDb(before);
  process.kill(server.pid, 'SIGKILL');
  await server.exited;
  server = await server.restart();

  const db = connect(server.url);
  onTestFinished(() => closeDb(db));
  expect(await analyzed(db)).toEqual(false);
  expect(await waitingPages(db)).toBeGreaterThan(0);
  const log = { error: vi.fn<(...args: unknown[]) => void>() };
  const housekeeping = startHousekeeping({ db, log });
  await expect.poll(() => analyzed(db)).toEqual(true);
  await housekeeping.stop();
  expect(await waitingPages(db)).toEqual(0);
  expect(log.error).not.toHaveBeenCalled();
});

async function analyzed(db: Db): Promise<boolean> {
  const [row] = await db.execute<{ done: boolean }>(
    sql`select last_analyze is not null as done from pg_stat_user_tables where relname = 'orders'`,
  );
  return row?.done ?? false;
}

/** Of the search index of links, as its first page counts them. */
async function waitingPages(db: Db): Promise<number> {
  await db.execute(sql`create extension if not exists pgstattuple`);
  const [row] = await db.execute<{ pages: number }>(
    sql`select pending_pages as pages from pgstatginindex('orders_link_idx')`,
  );
  return Number(row?.pages);
}

async function fillOrders(db: Db): Promise<void> {
  await db.execute(sql`
    insert into users (user_name, name, email, phone, password_hash) values ('rahim', 'Rahim', 'rahim@example.com', '01700000000', '-')`);
  await db.execute(sql`
    insert into services (name, description, category, price_micros, min, max, avg_time_hours)
    values ('Likes', 'Real.', 'tiktok', 1000, 10, 1000, 1)`);
  await db.execute(sql`
    insert into orders (user_id, service_id, service_name, link, quantity, price_micros, charge_nanos)
    select u.id, s.id, s.name, 'https://example.com/' || md5(n::text), 10, 1000, 10000
    from users u, services s, generate_series(1, ${ORDERS}) n`);
}
