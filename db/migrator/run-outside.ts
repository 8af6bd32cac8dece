import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from 'postgres';
import { type OutsideStatement, parseOutside } from './outside-statement.ts';
import type { Run } from './run.ts';

type Retry = (work: () => Promise<unknown>) => Promise<void>;

/**
 * Runs a statement that is committed by itself. It can be run again after an interruption at any point.
 *
 * @param retry repeats work that gave up waiting for a lock
 * @throws Error if the statement can't be run again safely; PostgreSQL's error
 */
export async function runOutside(
  run: Run,
  { statement, isInBatches }: { statement: string; isInBatches: boolean },
  retry: Retry,
): Promise<void> {
  const parsed = await parseOutside(statement, isInBatches);
  if (parsed.kind === 'batches') return runBatches(run, { statement, table: parsed.table }, retry);
  await retry(() => runAlone(run, statement, parsed));
}

/** These statements lock no one out while they wait, so they may wait long: they wait for every older transaction. */
async function runAlone(run: Run, statement: string, parsed: OutsideStatement): Promise<void> {
  const { sql } = run;
  await sql.unsafe(`set lock_timeout = ${run.outsidePatienceMs}`);
  try {
    if (parsed.kind === 'create index') await createIndex(sql, statement, parsed.index);
    else if (parsed.kind === 'rebuild index') await rebuildIndex(sql, statement, parsed.index);
    else await sql.unsafe(statement);
  } finally {
    await sql.unsafe(`set lock_timeout = ${run.lockTimeoutMs}`).catch(() => undefined);
  }
}

/** An index whose build failed stays behind as INVALID. It serves no query, slows writes, and a unique one refuses rows. */
async function createIndex(sql: Sql, statement: string, index: string): Promise<void> {
  await dropIfInvalid(sql, index);
  try {
    await sql.unsafe(statement);
  } catch (error) {
    await dropIfInvalid(sql, index).catch(() => undefined);
    throw error;
  }
}

/** A rebuild that failed leaves a second index behind. */
async function rebuildIndex(sql: Sql, statement: string, index: string): Promise<void> {
  for (const suffix of ['_ccnew', '_ccold']) await dropIfInvalid(sql, `${index}${suffix}`);
  await sql.unsafe(statement);
}

async function dropIfInvalid(sql: Sql, index: string): Promise<void> {
  const name = quoted(index);
  const [found] = await sql<{ valid: boolean }[]>`
    select indisvalid as valid from pg_index where indexrelid = to_regclass(${name})`;
  if (found?.valid === false) await sql.unsafe(`drop index concurrently if exists ${name}`);
}

/** Half of the time is left to others. */
async function runBatches(
  { sql }: Run,
  { statement, table }: { statement: string; table: string },
  retry: Retry,
): Promise<void> {
  const most = await mostRowsOf(sql, table);
  for (let done = 0; ; ) {
    const startedMs = performance.now();
    let count = 0;
    await retry(async () => {
      ({ count } = await sql.unsafe(statement));
    });
    if (count === 0) return;
    done += count;
    if (done > most)
      throw new Error(
        `its batches do not end: ${done} rows of ${table} were changed; the subquery must leave out finished rows`,
      );
    await sleep(performance.now() - startedMs);
  }
}

/** Far more rows than the table has, also if it grows or was never analyzed. */
async function mostRowsOf(sql: Sql, table: string): Promise<number> {
  const [row] = await sql<{ most: number }[]>`
    select (2 * greatest(reltuples, 0) + pg_relation_size(oid) / 40 + 1000000)::bigint as most
    from pg_class where oid = to_regclass(${quoted(table)})`;
  return row?.most ?? 0;
}

function quoted(name: string): string {
  return name
    .split('.')
    .map((part) => `"${part.replaceAll('"', '""')}"`)
    .join('.');
}
