import { randomBytes } from 'node:crypto';
import type { Sql } from 'postgres';
import { openSql } from '../connection.ts';

const PREFIX = 'reseller_panel_test';
const LEFTOVER_AFTER_MS = 6 * 60 * 60 * 1000;

/** The name contains the time. Later runs on the same server drop old databases by it. */
export function newDatabaseName(purpose: 'template' | 'file'): string {
  return `${PREFIX}_${purpose}_${Date.now()}_${randomBytes(4).toString('hex')}`;
}

/** Runs statements that create, change or drop databases on a connection of their own. */
export async function asAdmin(adminUrl: string, work: (sql: Sql) => Promise<unknown>): Promise<void> {
  const sql = openSql(adminUrl, { max: 1, statementTimeoutMs: 0 });
  try {
    await work(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** Drops the databases of killed runs on a permanent server. Younger ones may belong to a parallel run. */
export async function dropLeftovers(adminUrl: string): Promise<void> {
  await asAdmin(adminUrl, async (sql) => {
    const found = await sql<{ name: string }[]>`
      select datname as name from pg_database where starts_with(datname, ${`${PREFIX}_`})`;
    for (const { name } of found) {
      const madeAt = Number(name.split('_').at(-2));
      if (Date.now() - madeAt > LEFTOVER_AFTER_MS) await sql`drop database if exists ${sql(name)} with (force)`;
    }
  });
}
