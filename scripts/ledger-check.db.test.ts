import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { closeDb, connect, type Db } from '#db/client.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#db/embedded/embedded-postgres.ts';
import { migrate } from '#db/migrate.ts';
import { newDataDir } from '#db/testing/data-dir.ts';
import { freePort } from '#db/testing/free-port.ts';
import { dollars, makeMissing, makeUser } from '#server/testing/factories.ts';

const { dataDir, remove } = newDataDir();
let postgres: EmbeddedPostgres;
let db: Db;

beforeAll(async () => {
  postgres = await startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres') });
  await migrate(postgres.url);
  db = connect(postgres.url);
});

afterAll(async () => {
  await closeDb(db);
  await postgres.stop();
  remove();
});

/** Like `npm run ledger:check` while the panel runs: it finds the panel's own PostgreSQL through its data folder. */
function ledgerCheck(
  args: string[] = [],
  more: Record<string, string> = {},
): Promise<{ exitCode: number; stdout: string; stderr: string }> {
  const script = fileURLToPath(new URL('./ledger-check.ts', import.meta.url));
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '', ...more };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [script, ...args], { env }, (_, stdout, stderr) => {
      resolve({ exitCode: child.exitCode ?? -1, stdout, stderr });
    });
  });
}

it('reports that every balance is proved, and fails on a deliberately wrong row, with the account', async () => {
  const user = await makeUser(db, { balanceNanos: dollars(3) });
  const proved = await ledgerCheck();
  expect(proved).toMatchObject({ exitCode: 0, stderr: '' });
  expect(proved.stdout).toContain('2 wallets with $3.000000000 in all, 1 ledger rows, 0 orders');
  // The server itself may be the read replica. One that is away is not needed.
  const away = `postgres://panel@localhost:${await freePort()}/panel`;
  for (const readUrl of [postgres.url, away]) {
    const read = await ledgerCheck(['--full'], { DATABASE_URL: postgres.url, DATABASE_READ_URL: readUrl });
    expect(read).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/All rows were read.*\nEvery balance/) });
    expect(read.stderr).toBe(readUrl === away ? 'the read replica is not used (away)\n' : '');
  }

  const { id } = await makeMissing(db, user);
  const missing = await ledgerCheck();
  expect(missing.exitCode).toBe(1);
  expect(missing.stderr).toContain('1 acknowledged entries are missing and not settled');
  await db.execute(sql`
    update acknowledged_missing set outcome = 'restored', reason = 'x', settled_by = 1, settled_at = now() where id = ${id}`);
  expect((await ledgerCheck()).exitCode).toBe(0);

  await db.execute(sql`
    with given as (insert into grants (user_id, admin_id, amount_nanos) values (${user.id}, ${user.id}, 5) returning id)
    insert into ledger (account_id, seq, contra_id, amount_nanos, balance_after_nanos, kind, grant_id)
    select a.id, a.version + 1, 3, 5, a.balance_nanos + 5, 'grant', given.id from accounts a, given
    where a.user_id = ${user.id}`);

  const broken = await ledgerCheck();
  expect(broken.exitCode).toBe(1);
  expect(broken.stderr).toMatch(
    new RegExp(`account \\d+ \\(user ${user.id}\\) holds 3000000000, its rows sum to 3000000005`),
  );
});
