import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { addressOf, openSql, withAddress } from '#db/connection.ts';
import { assertSessions } from '#db/sessions.ts';
import { createTestDatabase } from '#db/testing/database.ts';
import { freePort } from '#db/testing/free-port.ts';
import { spawnAs } from '../lab/failover/programs.ts';

const PGBOUNCER = '/usr/sbin/pgbouncer';
const CONFIGURATION = join(import.meta.dirname, '../deploy/pgbouncer/pgbouncer.ini');

test.skipIf(!existsSync(PGBOUNCER))('the panel accepts PgBouncer with the file for operators', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'panel-pgbouncer-'));
  // PgBouncer refuses to run as root, so another account reads it.
  chmodSync(folder, 0o755);
  const database = await createTestDatabase();
  const target = addressOf(database.url);
  if (!('path' in target)) throw new Error('The test database has no unix socket');
  const [directory, port] = target.path.split('/.s.PGSQL.');
  const name = new URL(database.url).pathname.slice(1);
  const ours = { host: '127.0.0.1', port: await freePort() };
  const file = join(folder, 'pgbouncer.ini');
  const replaced = readFileSync(CONFIGURATION, 'utf8')
    .replace(/^panel = .*$/m, `${name} = host=${directory} port=${port} dbname=${name} user=postgres`)
    .replace(/^listen_addr = .*$/m, `listen_addr = ${ours.host}`)
    .replace(/^listen_port = .*$/m, `listen_port = ${ours.port}`)
    .replace(/^auth_type = .*$/m, 'auth_type = any')
    .replace(/^unix_socket_dir = .*$/m, 'unix_socket_dir =')
    .replace(/^auth_file = .*$/m, '');
  writeFileSync(file, replaced, { mode: 0o644 });
  const child = spawnAs(PGBOUNCER, [file], { folder }, 'ignore');
  const sql = openSql(withAddress(database.url, ours), { max: 2 });
  try {
    await expect
      .poll(() =>
        sql`select 1 as one`.then(
          (rows) => [...rows],
          () => [],
        ),
      )
      .toEqual([{ one: 1 }]);
    await assertSessions(withAddress(database.url, ours));
    const heard: string[] = [];
    await sql.listen('through_pgbouncer', (text) => heard.push(text));
    await sql.notify('through_pgbouncer', 'hello');
    await expect.poll(() => heard).toEqual(['hello']);
  } finally {
    await sql.end({ timeout: 1 });
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
    await database.drop();
    rmSync(folder, { recursive: true });
  }
});
