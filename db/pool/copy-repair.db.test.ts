import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { expect, it, onTestFinished } from 'vitest';
import { openSql } from '../connection.ts';
import { testDatabase } from '../testing/database.ts';

const { url } = await testDatabase();

function connection() {
  const sql = openSql(url, { max: 1, statementTimeoutMs: 0 });
  onTestFinished(() => sql.end({ timeout: 0 }));
  return sql;
}

it('a connection answers after a COPY whose rows were read more slowly than they came', async () => {
  const sql = connection();
  for (const rows of [1, 1_000, 20_000]) {
    let bytes = 0;
    const slow = new Writable({
      highWaterMark: 1,
      write: (chunk: Buffer, _encoding, done) => {
        bytes += chunk.length;
        if (bytes % 1_000 < 100) setTimeout(done, 1);
        else setImmediate(done);
      },
    });
    await pipeline(
      await sql`copy (select repeat('x', 99) from generate_series(1, ${sql.unsafe(String(rows))})) to stdout`.readable(),
      slow,
    );
    expect(bytes).toBe(rows * 100);
    expect(await sql`select 1 as answer`).toEqual([{ answer: 1 }]);
  }
});

it('the input of a COPY that is refused at its end fails with the reason', async () => {
  const sql = connection();
  await sql`create temporary table few (id int primary key)`;
  const input = await sql`copy few from stdin`.writable();
  await expect(pipeline(Readable.from(['1\n', '1\n']), input)).rejects.toMatchObject({ code: '23505' });
  expect(await sql`select count(*) as rows from few`).toEqual([{ rows: 0 }]);
});
