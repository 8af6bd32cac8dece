import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isMigrated, migrate } from '#db/migrate.ts';
import { readMigrations } from '#db/migrator/read-migrations.ts';
import { newDataDir } from '#db/testing/data-dir.ts';
import { startDurableDatabase, type TestDatabase } from '#db/testing/database.ts';
import { holdTransaction } from '#db/testing/migrator.ts';

let database: TestDatabase;
const { dataDir, remove } = newDataDir();

beforeAll(async () => {
  database = await startDurableDatabase();
});
afterAll(async () => {
  await database.drop();
  remove();
});

function runMigrate(
  args: string[],
  env: Record<string, string>,
): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    const file = join(import.meta.dirname, 'migrate.ts');
    const child = execFile(
      process.execPath,
      [file, ...args],
      { env: { ...process.env, ...env } },
      (_, stdout, stderr) => resolve({ code: child.exitCode ?? -1, stdout, stderr }),
    );
  });
}

test('a dry run lists pending migrations with their locks, takes none and changes nothing; a run applies them', async () => {
  const { db, url } = database;
  const env = { DATABASE_URL: url };
  await migrate(url, { through: '0034_shop-face' });
  // Everything waits behind this lock that locks the users at all.
  const release = await holdTransaction(db.$client, (tx) => tx`lock table users in access exclusive mode`);

  const planned = await runMigrate(['--dry-run'], env);

  await release();
  expect(planned).toMatchObject({ code: 0, stderr: '' });
  const names = readMigrations()
    .map(({ tag }) => tag)
    .filter((tag) => tag > '0034_shop-face');
  expect(planned.stdout.match(/^\d{4}_\S+$/gm)).toEqual(names);
  expect(planned.stdout).toContain(
    '  ACCESS EXCLUSIVE on users\n      ALTER TABLE "users" ADD COLUMN "first_login_at"',
  );
  expect(planned.stdout).toContain('  SHARE on grants\n      CREATE INDEX "grants_admin_idx"');
  expect(await isMigrated(db)).toBe(false);
  expect(await db.$client`select 1 from drizzle.__drizzle_migrations`).toHaveLength(35);

  const applied = await runMigrate([], env);
  expect(applied).toMatchObject({ code: 0, stderr: '' });
  expect(applied.stdout).toMatch(/^migration 0035_step-up is applied \(\d+ ms\)$/m);
  expect(await isMigrated(db)).toBe(true);
  expect((await runMigrate([], env)).stdout).toBe('The database is up to date.\n');
  expect((await runMigrate(['--dry-run'], env)).stdout).toBe('The database is up to date: no migration is pending.\n');
});

test('a dry run without a database creates none', async () => {
  const planned = await runMigrate(['--dry-run'], { DATABASE_URL: '', DATA_DIR: join(dataDir, 'none') });
  expect(planned).toMatchObject({ code: 0, stderr: '' });
  expect(planned.stdout.startsWith('There is no database yet.\nPending: ')).toBe(true);
  expect(planned.stdout).toContain('0000_schema\n  no lock on an existing table: ');
});
