import { sql as query } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { testDatabase } from '../testing/database.ts';

const database = await testDatabase({ max: 1 });

const uuid = 'a81bc81b-dead-4e5d-abff-90865d1e13b1';

it.each([
  ['text', ['plain', '', 'a "b" \\ c', 'NULL', 'null', '{}', 'a,b', ' ', 'অ', 'two\nlines'], undefined],
  ['varchar', ['x'], undefined],
  ['name', ['pg_class'], undefined],
  ['uuid', [uuid, uuid], undefined],
  ['bigint', [1, 9007199254740991, '-9007199254740991'], [1, 9007199254740991, -9007199254740991]],
  ['integer', [1, -2], undefined],
  ['smallint', [1], undefined],
  ['double precision', [0.5], undefined],
  ['text', [], undefined],
  ['integer', [1, null], undefined],
  [
    'integer',
    [
      [1, 2],
      [3, 4],
    ],
    undefined,
  ],
])('writes and reads %s[] %j', async (type, values: unknown[], shown: unknown[] = values) => {
  const [own] = await database.db.$client.unsafe(`select $1::${type}[] as sent`, [values as never], { prepare: true });
  expect(own?.sent).toEqual(shown);

  const [ofDrizzle] = await database.db.execute(query`select ${query.param(values)}::${query.raw(type)}[] as sent`);
  expect(ofDrizzle?.sent).toEqual(shown);
});

it('reads boolean[]', async () => {
  expect(await database.db.$client`select array[true, false, null] as sent`).toEqual([{ sent: [true, false, null] }]);
});

it('knows every array type of the schema', async () => {
  const sql = database.db.$client;
  const types = await sql<{ oid: number; name: string }[]>`
    select distinct a.atttypid::int as oid, a.atttypid::regtype::text as name
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    join pg_type t on t.oid = a.atttypid
    where n.nspname = 'public' and t.typcategory = 'A' and not a.attisdropped`;
  expect(types).not.toEqual([]);
  for (const { oid, name } of types) expect(sql.options.parsers[oid], name).toBeTypeOf('function');
});
