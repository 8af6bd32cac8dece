import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assertDurable, closeDb, connect, type Db } from '../../db/client.ts';
import { openSql, withDatabase } from '../../db/connection.ts';
import { startEmbeddedPostgres } from '../../db/embedded/embedded-postgres.ts';
import { migrate } from '../../db/migrate.ts';

/** What a benchmark runs in: a PostgreSQL of its own in a temporary folder, and the databases made in it. */
export interface Lab {
  /** For whatever else a run writes; gone afterwards. */
  folder: string;
  /** The server's first process, whose processor time has that of all its others. */
  postgresPid: number;
  jwtSecret: string;
  /** Makes a database with the panel's schema and nothing in it. */
  newDatabase: (name: string) => Promise<LabDatabase>;
  /** The last thing asked for is done first. */
  onEnd: (cleanUp: () => Promise<void>) => void;
  close: () => Promise<void>;
}

export interface LabDatabase {
  db: Db;
  url: string;
}

/** Several panels with their pools, and pgbench, are connected at once. */
const SETTINGS = { max_connections: '300' };

/** Starts it with the settings that the panel ships its own PostgreSQL with: every commit waits for the disk. */
export async function openLab(settings: Record<string, string> = {}): Promise<Lab> {
  const folder = mkdtempSync(join(tmpdir(), 'panel-bench-'));
  // Run as root, PostgreSQL becomes another user, who must be able to pass through to its data.
  chmodSync(folder, 0o755);
  const cleanUps: (() => Promise<void>)[] = [async () => rmSync(folder, { recursive: true, force: true })];
  const onEnd = (cleanUp: () => Promise<void>) => void cleanUps.unshift(cleanUp);
  const postgres = await startEmbeddedPostgres({
    dataDir: join(folder, 'postgres'),
    settings: { ...SETTINGS, ...settings },
  });
  onEnd(() => postgres.stop());

  return {
    folder,
    postgresPid: postgres.pid,
    jwtSecret: randomBytes(48).toString('base64url'),
    onEnd,
    async newDatabase(name) {
      const sql = openSql(postgres.adminUrl, { max: 1 });
      await sql`create database ${sql(name)}`;
      await sql.end();
      const url = withDatabase(postgres.adminUrl, name);
      await migrate(url);
      const db = connect(url, { statementTimeoutMs: 0 });
      onEnd(() => closeDb(db));
      await assertDurable(db);
      return { db, url };
    },
    async close() {
      for (const cleanUp of cleanUps.splice(0)) await cleanUp();
    },
  };
}
