import type { Sql, TransactionSql } from 'postgres';
import { pgErrorOf } from '../errors.ts';
import type { Migration } from './read-migrations.ts';

const UNDEFINED_TABLE = '42P01';

/** The hashes of applied migrations by the time that identifies each. */
export type Applied = Map<number, string>;

/** Reads the table that drizzle's own migrator has written since the first version. It is empty in a new database. */
export async function readApplied(sql: Sql): Promise<Applied> {
  try {
    const rows = await sql<{ hash: string; createdAtMs: number }[]>`
      select hash, created_at as "createdAtMs" from drizzle.__drizzle_migrations`;
    return new Map(rows.map(({ hash, createdAtMs }) => [createdAtMs, hash]));
  } catch (error) {
    if (pgErrorOf(error)?.code === UNDEFINED_TABLE) return new Map();
    throw error;
  }
}

/**
 * The migrations that are not applied, in order. Those of a newer version are none of this version's business.
 * @throws Error if an applied one was changed afterwards
 */
export function pendingOf(migrations: Migration[], applied: Applied): Migration[] {
  return migrations.filter(({ tag, createdAtMs, hash }) => {
    const known = applied.get(createdAtMs);
    if (known === undefined || known === hash) return known === undefined;
    throw new Error(
      `Migration ${tag} was changed after it had been applied to this database. Restore db/migrations/${tag}.sql from its release.`,
    );
  });
}

/** Creates the tables of applied migrations and of the finished steps of an interrupted one. */
export async function createTables(sql: Sql): Promise<void> {
  await sql`create schema if not exists drizzle`;
  await sql`create table if not exists drizzle.__drizzle_migrations (
    id serial primary key, hash text not null, created_at bigint)`;
  await sql`create table if not exists drizzle.migration_steps (
    created_at bigint not null, step integer not null, hash text not null, primary key (created_at, step))`;
}

/** The hashes of the steps that an interrupted migration has finished, in order. */
export async function readFinishedSteps(sql: Sql, { createdAtMs }: Migration): Promise<string[]> {
  const rows = await sql<{ hash: string }[]>`
    select hash from drizzle.migration_steps where created_at = ${createdAtMs} order by step`;
  return rows.map(({ hash }) => hash);
}

/** Records a finished step. */
export async function recordStep(
  sql: Sql | TransactionSql,
  { createdAtMs }: Migration,
  { step, hash }: { step: number; hash: string },
): Promise<void> {
  await sql`insert into drizzle.migration_steps (created_at, step, hash) values (${createdAtMs}, ${step}, ${hash})
    on conflict (created_at, step) do nothing`;
}

/** Records that a whole migration is applied. */
export async function recordMigration(sql: Sql | TransactionSql, { createdAtMs, hash }: Migration): Promise<void> {
  await sql`with done as (delete from drizzle.migration_steps where created_at = ${createdAtMs})
    insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${createdAtMs})`;
}
