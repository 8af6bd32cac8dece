import { join } from 'node:path';
import type { Sql, TransactionSql } from 'postgres';
import { BackupError } from './backup-error.ts';
import { quoted, TEXT_FORMAT } from './copy-format.ts';
import type { TableFile } from './manifest.ts';
import { readTables } from './read-catalog.ts';
import { readTableFile } from './table-file.ts';
import { MARKER_TABLE } from './unfinished-restore.ts';
import type { VerifiedEntry } from './verify-entry.ts';

/** What stands in the way of a fast load, and how it comes back afterwards. */
interface Obstacle {
  away: string;
  back: string;
}

/**
 * Fills the tables of an empty panel from an entry, in one transaction. Triggers are disabled until its end, because they would refuse or
 * change rows. Indexes and foreign keys are made after the rows: once for all of them, and every reference is checked.
 *
 * @param sql the owner of the tables, without time limits, at the migrations of the entry
 * @returns tables of the entry that are not the panel's, and were left out
 * @throws BackupError if the entry does not have a table of the panel; the database's error if it refuses a row
 */
export async function loadTables(sql: Sql, entry: VerifiedEntry): Promise<string[]> {
  const { own, foreign } = await matchTables(sql, entry);
  await sql.begin(async (tx) => {
    await tx.unsafe(`${TEXT_FORMAT}; set local maintenance_work_mem = '256MB'`);
    const obstacles = await readObstacles(tx);
    for (const { away } of obstacles) await tx.unsafe(away);
    await tx.unsafe(`truncate ${own.map(({ name }) => `public.${quoted(name)}`).join(', ')}`);
    for (const table of own) await loadTable(tx, table, entry);
    await setSequences(tx, entry);
    for (const { back } of obstacles.toReversed()) await tx.unsafe(back);
  });
  await sql.unsafe('analyze');
  return foreign;
}

async function matchTables(sql: Sql, { manifest }: VerifiedEntry): Promise<{ own: TableFile[]; foreign: string[] }> {
  const tables = (await readTables(sql)).filter(({ name }) => name !== MARKER_TABLE);
  const byName = new Map(manifest.tables.map((table) => [table.name, table]));
  const own = tables.map(({ name, columns }) => {
    const table = byName.get(name);
    byName.delete(name);
    if (table && table.columns.every((column) => columns.includes(column))) return table;
    throw new BackupError(
      `The entry does not have the table ${name} as its migrations make it, so it can't be restored.`,
    );
  });
  return { own, foreign: [...byName.keys()] };
}

/** Their order is the one in which they go; they come back in the opposite one: indexes, foreign keys, triggers. */
async function readObstacles(tx: TransactionSql): Promise<Obstacle[]> {
  return tx<Obstacle[]>`
    select away, back from (
      select 1 as part, c.oid, format('alter table %s disable trigger %I', c.tgrelid::regclass, c.tgname) as away,
        format('alter table %s enable %s trigger %I', c.tgrelid::regclass,
          case c.tgenabled when 'A' then 'always' when 'R' then 'replica' else '' end, c.tgname) as back
      from pg_trigger c join pg_class t on t.oid = c.tgrelid
      where not c.tgisinternal and c.tgenabled <> 'D' and t.relnamespace = 'public'::regnamespace
      union all
      select 2, c.oid, format('alter table %s drop constraint %I', c.conrelid::regclass, c.conname),
        format('alter table %s add constraint %I %s', c.conrelid::regclass, c.conname, pg_get_constraintdef(c.oid))
      from pg_constraint c
      where c.contype = 'f' and c.connamespace = 'public'::regnamespace and c.conparentid = 0
      union all
      select 3, i.indexrelid, format('drop index %s', i.indexrelid::regclass), pg_get_indexdef(i.indexrelid)
      from pg_index i join pg_class c on c.oid = i.indexrelid
      where c.relnamespace = 'public'::regnamespace and not c.relispartition
        and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x', 'f'))
    ) as found order by part, oid`;
}

async function loadTable(tx: TransactionSql, table: TableFile, { path, keys }: VerifiedEntry): Promise<void> {
  const name = `public.${quoted(table.name)}`;
  const target = await tx.unsafe(`copy ${name} (${table.columns.map(quoted).join(', ')}) from stdin`).writable();
  await readTableFile(join(path, table.file), table, { key: keys?.ofFile(table.file), target });
  const [found] = await tx<{ rows: number }[]>`select count(*) as rows from public.${tx(table.name)}`;
  if (found?.rows !== table.rows)
    throw new BackupError(
      `The table ${table.name} has ${found?.rows} rows after the load, but the entry has ${table.rows}.`,
    );
}

async function setSequences(tx: TransactionSql, { manifest }: VerifiedEntry): Promise<void> {
  for (const { name, lastValue, isCalled } of manifest.sequences) {
    const sequence = `public.${quoted(name)}`;
    const [found] = await tx<{ isThere: boolean }[]>`select to_regclass(${sequence}) is not null as "isThere"`;
    if (found?.isThere) await tx`select setval(${sequence}::regclass, ${lastValue}::text::bigint, ${isCalled})`;
  }
}
