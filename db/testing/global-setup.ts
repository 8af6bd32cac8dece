import type { TestProject } from 'vitest/node';
import { withDatabase } from '../connection.ts';
import { createDatabase } from '../embedded/create-database.ts';
import { migrate } from '../migrate.ts';
import { asAdmin, dropLeftovers, newDatabaseName } from './admin.ts';
import { choosePostgres } from './choose-postgres.ts';
import type { TestServer } from './database.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    testServer: TestServer;
  }
}

interface Shared {
  server: Promise<{ provided: TestServer; stop: () => Promise<void> }>;
  users: number;
}

/** Several projects load this file; they share one server through this object. */
const holder = globalThis as typeof globalThis & { resellerPanelTestServer?: Shared };

/** Vitest's `globalSetup`: one server and one migrated template database for the whole run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const shared = (holder.resellerPanelTestServer ??= { server: start(), users: 0 });
  shared.users++;
  const { provided, stop } = await shared.server;
  project.provide('testServer', provided);
  return async () => {
    if (--shared.users > 0) return;
    delete holder.resellerPanelTestServer;
    await stop();
  };
}

async function start() {
  const postgres = await choosePostgres();
  console.log(`Database tests use ${postgres.description}.`);
  const { adminUrl } = postgres;
  await dropLeftovers(adminUrl);
  const templateName = newDatabaseName('template');
  await makeTemplate(adminUrl, templateName);
  return {
    provided: { adminUrl, templateName },
    async stop() {
      await dropTemplate(adminUrl, templateName);
      await postgres.stop();
    },
  };
}

async function makeTemplate(adminUrl: string, name: string): Promise<void> {
  await createDatabase(adminUrl, name);
  await migrate(withDatabase(adminUrl, name));
  await asAdmin(adminUrl, async (sql) => {
    // A template with an open connection cannot be copied.
    await sql`alter database ${sql(name)} with allow_connections false`;
  });
}

async function dropTemplate(adminUrl: string, name: string): Promise<void> {
  await asAdmin(adminUrl, async (sql) => {
    await sql`drop database if exists ${sql(name)} with (force)`;
  });
}
