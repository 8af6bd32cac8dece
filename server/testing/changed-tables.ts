import { sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';

/**
 * Watches which tables' rows are written. A sequence counts those of each table, because it also counts what is refused or undone.
 * @returns `since`: the tables of which a row was to be inserted, updated or deleted since its last call
 */
export async function watchTables(db: Db, tables: readonly string[]): Promise<{ since: () => Promise<Set<string>> }> {
  await db.execute(sql`
    create function count_row() returns trigger language plpgsql as $$
    begin
      perform nextval('count_' || tg_table_name);
      return coalesce(new, old);
    end $$`);
  const counterOf = (table: string) => sql.identifier(`count_${table}`);
  for (const table of tables) {
    await db.execute(sql`create sequence ${counterOf(table)}`);
    // Triggers run in the order of their names.
    await db.execute(
      sql`create trigger a_count before insert or update or delete on ${sql.identifier(table)} for each row execute function count_row()`,
    );
  }
  const selects = tables.map(
    (table) => sql`select ${table} as name, last_value::int + is_called::int as value from ${counterOf(table)}`,
  );
  const counters = sql.join(selects, sql` union all `);
  let values = new Map<string, number>();
  return {
    async since() {
      const before = values;
      const rows = await db.execute<{ name: string; value: number }>(counters);
      values = new Map(rows.map(({ name, value }) => [name, value]));
      return new Set(tables.filter((table) => values.get(table) !== before.get(table)));
    },
  };
}
