import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assertDurable, closeDb, connect, type Db } from '#db/client.ts';
import { openSql, withDatabase } from '#db/connection.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#db/embedded/embedded-postgres.ts';
import { migrate } from '#db/migrate.ts';

/** The temporary environment of a program in this folder: files, a PostgreSQL, processes. */
export interface Lab {
  /** Removed afterwards. */
  folder: string;
  jwtSecret: string;
  /** The lab's PostgreSQL, started on first use with the panel's own settings: every commit waits for the disk. */
  postgres: () => Promise<EmbeddedPostgres>;
  /** Creates a migrated database without rows. */
  newDatabase: (name: string) => Promise<LabDatabase>;
  /** Runs last in, first out. */
  onEnd: (cleanUp: () => unknown) => void;
}

export interface LabDatabase {
  db: Db;
  url: string;
}

/** Enough for several panels with their pools, and pgbench. */
const SETTINGS = { max_connections: '300' };

/** Opens a lab, does some work in it and cleans up. */
export async function inLab<T>(work: (lab: Lab) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'panel-lab-'));
  // As root, PostgreSQL runs under another account, which needs access here.
  chmodSync(folder, 0o755);
  const cleanUps: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
  let postgres: Promise<EmbeddedPostgres> | undefined;
  const lab: Lab = {
    folder,
    jwtSecret: randomBytes(48).toString('base64url'),
    postgres: () => (postgres ??= startPostgres()),
    async newDatabase(name) {
      const { adminUrl } = await lab.postgres();
      const sql = openSql(adminUrl, { max: 1 });
      await sql`create database ${sql(name)}`;
      await sql.end();
      const url = withDatabase(adminUrl, name);
      await migrate(url);
      const db = connect(url, { statementTimeoutMs: 0 });
      lab.onEnd(() => closeDb(db));
      await assertDurable(db);
      return { db, url };
    },
    onEnd: (cleanUp) => void cleanUps.unshift(cleanUp),
  };
  try {
    return await work(lab);
  } finally {
    for (const cleanUp of cleanUps.splice(0)) await cleanUp();
  }

  async function startPostgres(): Promise<EmbeddedPostgres> {
    const started = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), settings: SETTINGS });
    lab.onEnd(() => started.stop());
    return started;
  }
}
