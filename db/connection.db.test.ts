import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { closeDb, connect, type Db } from './client.ts';
import { openSql, socketUrl, withDatabase } from './connection.ts';

describe('openSql', () => {
  it('sends the server its name and timeouts', async () => {
    const sql = openSql(inject('testServer').adminUrl, {
      max: 1,
      applicationName: 'limits test',
      statementTimeoutMs: 50,
      lockTimeoutMs: 40,
      idleInTransactionTimeoutMs: 30_000,
    });

    const [limits] = await sql`
      select current_setting('application_name') as name, current_setting('lock_timeout') as lock,
             current_setting('idle_in_transaction_session_timeout') as idle`;
    expect(limits).toEqual({ name: 'limits test', lock: '40ms', idle: '30s' });
    await expect(sql`select pg_sleep(5)`).rejects.toMatchObject({ code: '57014' });
    await sql.end();
  });

  describe('reads whole numbers', () => {
    let db: Db;
    beforeAll(() => {
      db = connect(inject('testServer').adminUrl, { max: 1 });
    });
    afterAll(() => closeDb(db));

    it.each([
      ['9007199254740991::bigint', 9007199254740991],
      ['-9007199254740991::bigint', -9007199254740991],
      ['(select sum(n) from (values (9007199254740990::bigint), (1)) as given (n))', 9007199254740991],
      ['count(*)', 1],
      ['array[1, 9007199254740991]::bigint[]', [1, 9007199254740991]],
      ['null::bigint', null],
      ['9223372036854775807::bigint::text', '9223372036854775807'],
    ])('returns %s as %j', async (expression, value) => {
      expect([...(await db.$client.unsafe(`select ${expression} as n`))]).toEqual([{ n: value }]);
      expect([...(await db.execute(`select ${expression} as n`))]).toEqual([{ n: value }]);
    });

    it.each([
      '9007199254740992::bigint',
      '9007199254740993::bigint',
      '-9223372036854775807::bigint',
      'array[1, 9007199254740993]::bigint[]',
      '(select sum(n) from (values (9007199254740991::bigint), (1)) as given (n))',
      '1.5::numeric',
      '1.00000000000000000000001::numeric',
      "'NaN'::numeric",
    ])('refuses %s, and continues', async (expression) => {
      const refusal = expect.objectContaining({
        name: 'RangeError',
        message: expect.stringMatching(/answered \S+, which/),
      });
      await expect(db.$client.unsafe(`select ${expression} as n`)).rejects.toEqual(refusal);
      await expect(db.execute(`select ${expression} as n`)).rejects.toMatchObject({ cause: refusal });
      await expect(db.$client`select ${7}::bigint as n`).resolves.toEqual([{ n: 7 }]);
    });

    it('keeps nothing of a transaction with an unreadable result', async () => {
      await db.$client`create temp table written (n bigint)`;
      await expect(
        db.$client.begin((sql) => sql`insert into written values (9007199254740993) returning n`),
      ).rejects.toThrow(RangeError);
      expect([...(await db.$client`select count(*) as rows from written`)]).toEqual([{ rows: 0 }]);
    });
  });

  it.each([
    ['postgres://ann:s%40d@db.example:6543/shop?sslmode=require', 'db.example', 6543, false],
    ['postgresql://ann@db.example/shop', 'db.example', 5432, false],
    ['postgres://ann@localhost/shop?host=/run/pg', 'localhost', 5432, '/run/pg/.s.PGSQL.5432'],
    ['postgres://ann@/shop?host=/run/pg&port=6000', 'localhost', 5432, '/run/pg/.s.PGSQL.6000'],
    ['postgres:///shop?host=/run/pg', 'localhost', 5432, '/run/pg/.s.PGSQL.5432'],
    ['postgres://ann@%2Frun%2Fpg/shop', 'localhost', 5432, '/run/pg/.s.PGSQL.5432'],
    [socketUrl('/tmp/a, "b" & c%', 'shop'), 'localhost', 5432, '/tmp/a, "b" & c%/.s.PGSQL.5432'],
    [withDatabase('postgres://ann@/other?host=/run/pg', 'shop'), 'localhost', 5432, '/run/pg/.s.PGSQL.5432'],
  ])('accepts %s', (url, host, port, path) => {
    const { options } = openSql(url);

    expect(options).toMatchObject({ host: [host], port: [port], path, database: 'shop' });
    expect(options.connection).not.toHaveProperty('host');
  });
});
