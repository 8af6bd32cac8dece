import type { Sql } from 'postgres';
import type { Db } from '#db/client.ts';

/** A restore creates it first and drops it last. */
export const MARKER_TABLE = 'unfinished_restore';

/** What to do with a database that a restore has begun to fill. */
export const HOW_TO_REPEAT = 'Drop this database, create it again, and restore into it again.';

/** Marks a database as half restored. */
export async function markUnfinished(sql: Sql): Promise<void> {
  await sql`create table public.${sql(MARKER_TABLE)} (started_at timestamptz not null default now())`;
  await sql`insert into public.${sql(MARKER_TABLE)} default values`;
}

export async function unmark(sql: Sql): Promise<void> {
  await sql`drop table public.${sql(MARKER_TABLE)}`;
}

export async function isUnfinished(sql: Sql): Promise<boolean> {
  const [found] = await sql<{ isThere: boolean }[]>`
    select to_regclass(${`public.${MARKER_TABLE}`}) is not null as "isThere"`;
  return found?.isThere === true;
}

/** @throws Error if a restore into this database runs or was interrupted: it would serve a part of the shop's data. */
export async function assertRestored(db: Db): Promise<void> {
  if (!(await isUnfinished(db.$client))) return;
  throw new Error(
    `A restore into this database runs, or was interrupted, so the panel does not start on it. Wait for the restore, or: ${HOW_TO_REPEAT}`,
  );
}
