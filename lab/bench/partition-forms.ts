import type { Db } from '#db/client.ts';

/** The tables as they are, and partitioned by customer. Each form is a schema of its own. */
export const FORMS = ['plain', 'hashed'] as const;
export type Form = (typeof FORMS)[number];

const ROWS_PER_STATEMENT = 250_000;
/** The column of each table that says whose row it is. */
const KEYS = { orders: 'user_id', ledger: 'account_id' } as const;
type Table = keyof typeof KEYS;

/**
 * Creates orders and ledger with the panel's columns, checks and indexes. Unique indexes of the partitioned form also have its key, as
 * PostgreSQL demands. Neither form has foreign keys or triggers.
 */
export async function buildForm(db: Db, form: Form, partitions: number): Promise<void> {
  await db.$client.unsafe(`create schema ${form}; create sequence ${form}.order_ids`);
  for (const table of Object.keys(KEYS) as Table[]) {
    const by = form === 'hashed' ? `partition by hash (${KEYS[table]})` : '';
    await db.$client.unsafe(
      `create table ${form}.${table} (like public.${table} including constraints including defaults) ${by}`,
    );
    for (let part = 0; form === 'hashed' && part < partitions; part++)
      await db.$client.unsafe(`
        create table ${form}.${table}_${part} partition of ${form}.${table} for values with (modulus ${partitions}, remainder ${part})`);
  }
  await db.$client.unsafe(`alter table ${form}.orders alter column id set default nextval('${form}.order_ids')`);
}

/** Fills both forms with the same orders, one ledger row each, in the order of time, and then makes the indexes. */
export async function fillForms(db: Db, { rows, customers }: { rows: number; customers: number }): Promise<void> {
  for (const form of FORMS) {
    for (let from = 1; from <= rows; from += ROWS_PER_STATEMENT)
      await fillRange(db, form, customers, from, Math.min(rows, from + ROWS_PER_STATEMENT - 1));
    for (const table of Object.keys(KEYS) as Table[]) await makeIndexes(db, form, table);
    await db.$client.unsafe(`select setval('${form}.order_ids', ${rows})`);
    await db.$client.unsafe(`vacuum (analyze) ${form}.orders, ${form}.ledger`);
  }
}

/** Customers order in a shuffled turn, which is the same in both forms. */
async function fillRange(db: Db, form: Form, customers: number, from: number, to: number): Promise<void> {
  const user = `1 + (n * 7919 % ${customers})`;
  await db.$client.unsafe(`
    insert into ${form}.orders (id, user_id, service_id, service_name, link, quantity, price_micros, charge_nanos, status, request_id, created_at)
    select n, ${user}, 1 + n % 200, 'Followers', 'https://example.com/p/' || n * 31 % 100000, 1000, 1, 1000, 'completed', gen_random_uuid(),
      now() - make_interval(secs => ${to} - n)
    from generate_series(${from}, ${to}) n`);
  await db.$client.unsafe(`
    insert into ${form}.ledger (account_id, seq, contra_id, amount_nanos, balance_after_nanos, kind, order_id, at)
    select 3 + ${user}, 1 + n / ${customers}, 1, -1000, 1, 'order_charge', n, now() - make_interval(secs => ${to} - n)
    from generate_series(${from}, ${to}) n`);
}

async function makeIndexes(db: Db, form: Form, table: Table): Promise<void> {
  const connection = await db.$client.reserve();
  try {
    await connection`set maintenance_work_mem = '512MB'`;
    const indexes = await connection<{ definition: string; unique: boolean }[]>`
      select pg_get_indexdef(indexrelid) as definition, indisunique as unique from pg_index
      where indrelid = ${`public.${table}`}::regclass`;
    for (const { definition, unique } of indexes) {
      const own = definition.replace(` ON public.${table} `, ` ON ${form}.${table} `);
      await connection.unsafe(form === 'hashed' && unique ? withKey(own, KEYS[table]) : own);
    }
  } finally {
    await connection`reset all`.finally(() => connection.release());
  }
}

/** Adds the partition key to the columns of an index, unless it is one of them. */
function withKey(definition: string, key: string): string {
  return definition.replace(/USING btree \(([^)]*)\)/, (text, columns: string) =>
    columns.split(', ').includes(key) ? text : `USING btree (${columns}, ${key})`,
  );
}
