import { describe, expect, inject, it } from 'vitest';
import { openSql, socketUrl, withDatabase } from './connection.ts';

describe('openSql', () => {
  it('tells the server who asks and how long it may take', async () => {
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

  it('loses no digit of a large number', async () => {
    const sql = openSql(inject('testServer').adminUrl, { max: 1 });

    expect([...(await sql`select 9223372036854775807::bigint as n`)]).toEqual([{ n: '9223372036854775807' }]);
    await sql.end();
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
  ])('understands %s', (url, host, port, path) => {
    const { options } = openSql(url);

    expect(options).toMatchObject({ host: [host], port: [port], path, database: 'shop' });
    expect(options.connection).not.toHaveProperty('host');
  });
});
