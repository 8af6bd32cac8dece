import { afterAll, inject } from 'vitest';
import { closeDb, connect, type Db } from '../client.ts';
import { type ConnectionOptions, withDatabase } from '../connection.ts';
import { startEmbeddedPostgres } from '../embedded/embedded-postgres.ts';
import { asAdmin, newDatabaseName } from './admin.ts';
import { newDataDir } from './data-dir.ts';

/** Provided by the global setup. */
export interface TestServer {
  adminUrl: string;
  templateName: string;
}

export interface TestDatabase {
  db: Db;
  /** For another process, such as a server under test. */
  url: string;
  /** Closes `db` and drops the database with all its connections. */
  drop(): Promise<void>;
}

/** Creates a database with the whole schema and no rows for all tests of a file. */
export async function testDatabase(options?: ConnectionOptions): Promise<TestDatabase> {
  const database = await createTestDatabase(options);
  afterAll(() => database.drop());
  return database;
}

/** Creates a database with the whole schema and no rows in about a tenth of a second. The caller drops it. */
export async function createTestDatabase(options: ConnectionOptions = {}): Promise<TestDatabase> {
  const { adminUrl, templateName } = inject('testServer');
  const name = newDatabaseName('file');
  await asAdmin(adminUrl, (sql) => sql`create database ${sql(name)} template ${sql(templateName)}`);
  const url = withDatabase(adminUrl, name);
  const db = connect(url, { applicationName: 'reseller-panel test', ...options });
  return {
    db,
    url,
    async drop() {
      await closeDb(db);
      await asAdmin(adminUrl, (sql) => sql`drop database if exists ${sql(name)} with (force)`);
    },
  };
}

/** A database whose server waits for the disk, as the panel requires. The shared test server does not. */
export async function startDurableDatabase(): Promise<TestDatabase> {
  const { dataDir, remove } = newDataDir();
  const server = await startEmbeddedPostgres({ dataDir });
  // A test holds locks for as long as it needs.
  const db = connect(server.url, { max: 2, statementTimeoutMs: 0, idleInTransactionTimeoutMs: 0 });
  return {
    db,
    url: server.url,
    async drop() {
      await closeDb(db);
      await server.stop();
      remove();
    },
  };
}
