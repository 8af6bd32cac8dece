import { rmSync } from 'node:fs';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openSql } from '../connection.ts';
import { startEmbeddedPostgres } from '../embedded/embedded-postgres.ts';
import { migrate } from '../migrate.ts';
import { newDataDir } from '../testing/data-dir.ts';
import { laterMigration } from '../testing/migrator.ts';

test('an automatic vacuum makes way for a migration, of a superuser and of another role', async () => {
  const { dataDir } = newDataDir();
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const server = await startEmbeddedPostgres({ dataDir, settings: { autovacuum_naptime: '1s', fsync: 'off' } });
  onTestFinished(() => server.stop());
  const sql = openSql(server.url, { max: 1, statementTimeoutMs: 0 });
  onTestFinished(() => sql.end());
  await sql.unsafe('create role shop login; grant all on database panel to shop');
  // The vacuum of these tables takes minutes.
  for (const [table, owner] of [
    ['things', 'postgres'],
    ['goods', 'shop'],
  ])
    await sql.unsafe(`create table ${table} (id int, pad text)
      with (autovacuum_vacuum_cost_delay = 100, autovacuum_vacuum_cost_limit = 1, autovacuum_vacuum_threshold = 1,
        autovacuum_vacuum_insert_threshold = 1, autovacuum_analyze_threshold = 1000000);
      alter table ${table} owner to ${owner};
      insert into ${table} select n, repeat('x', 1000) from generate_series(1, 5000) n`);
  for (const [table, user] of [
    ['goods', 'shop'],
    ['things', 'postgres'],
  ] as const) {
    await vi.waitFor(async () => {
      expect(await sql`select 1 from pg_stat_progress_vacuum where relid = ${table}::regclass`).toHaveLength(1);
    });
    const url = new URL(server.url);
    url.username = user;
    await sql`drop schema if exists drizzle cascade`;
    const migration = laterMigration(`ALTER TABLE ${table} ADD COLUMN later text;`);
    await migrate(url.href, { migrations: [migration], patienceMs: 60_000 });
    expect(await sql`select later from ${sql(table)} limit 1`).toHaveLength(1);
  }
});
