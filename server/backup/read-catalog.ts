import type { Sql, TransactionSql } from 'postgres';
import type { Manifest } from './manifest.ts';

/** A table of the panel with the columns that a copy must have; generated ones are computed again. */
export interface CopiedTable {
  name: string;
  columns: string[];
}

type Client = Sql | TransactionSql;

/** The tables in the panel's schema, by name. Those of extensions and single partitions are left out. */
export async function readTables(sql: Client): Promise<CopiedTable[]> {
  return sql<CopiedTable[]>`
    select c.relname as name, array_agg(a.attname order by a.attnum) as columns
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    group by c.relname order by c.relname`;
}

/** Where each sequence stands. A sequence is never behind the rows of a snapshot taken before. */
export async function readSequences(sql: Client): Promise<Manifest['sequences']> {
  const names = await sql<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'S' order by relname`;
  const sequences: Manifest['sequences'] = [];
  for (const { name } of names) {
    const [row] = await sql<{ lastValue: string; isCalled: boolean }[]>`
      select last_value::text as "lastValue", is_called as "isCalled" from public.${sql(name)}`;
    if (row) sequences.push({ name, ...row });
  }
  return sequences;
}

/** The server's version, and an id that no other database of any server has. */
export async function readDatabase(sql: Client): Promise<{ postgres: string; databaseId: string }> {
  const [row] = await sql<{ postgres: string; databaseId: string }[]>`
    select split_part(current_setting('server_version'), ' ', 1) as postgres,
      (select system_identifier::text from pg_control_system()) || '/' || oid as "databaseId"
    from pg_database where datname = current_database()`;
  if (!row) throw new Error('A select of one row returned none');
  return row;
}

/** The id and the name of the shop; undefined for a database from before it had an id. */
export async function readShop(
  sql: Client,
  tables: CopiedTable[],
): Promise<Pick<NonNullable<Manifest['shop']>, 'id' | 'name'> | undefined> {
  if (!tables.some(({ name, columns }) => name === 'settings' && columns.includes('database_id'))) return undefined;
  const [shop] = await sql<{ id: string; name: string }[]>`select database_id as id, shop_name as name from settings`;
  return shop;
}

/** Where secrets are that SECRETS_KEY encrypts. */
const SEALED_COLUMNS = [
  { table: 'second_factors', column: 'sealed_secret' },
  { table: 'webhooks', column: 'sealed_secret' },
  { table: 'suppliers', column: 'sealed_key' },
];

/** The fingerprint of JWT_SECRET, and the ids of the keys that encrypted stored secrets. An older database may have neither. */
export async function readSecrets(sql: Client): Promise<Pick<Manifest, 'secretFingerprint' | 'secretsKeyIds'>> {
  const tables = new Set((await readTables(sql)).map(({ name }) => name));
  const known = tables.has('secret_fingerprints')
    ? await sql<{ fingerprint: string }[]>`select fingerprint from secret_fingerprints`
    : [];
  const ids = new Set<string>();
  for (const { table, column } of SEALED_COLUMNS.filter((where) => tables.has(where.table))) {
    const found = await sql<
      { id: string }[]
    >`select distinct split_part(${sql(column)}, '.', 2) as id from ${sql(table)}`;
    for (const { id } of found) ids.add(id);
  }
  return { secretFingerprint: known[0]?.fingerprint ?? null, secretsKeyIds: [...ids].toSorted() };
}
