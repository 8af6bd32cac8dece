import { once } from 'node:events';
import { createServer } from 'node:net';
import { sql } from 'drizzle-orm';
import type { Sql } from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect } from './client.ts';
import { openSql, withAddress, withDatabase } from './connection.ts';
import { createDatabase } from './embedded/create-database.ts';
import { assertSessions, readSessions } from './sessions.ts';
import { type Pooler, startPooler } from './testing/pooler.ts';
import { startTemporaryPostgres, type TemporaryPostgres } from './testing/temporary-postgres.ts';

let server: TemporaryPostgres;
let direct: string;
let old: Pooler;
let recent: Pooler;
let aside: Sql;
beforeAll(async () => {
  server = await startTemporaryPostgres();
  await createDatabase(server.adminUrl, 'panel');
  direct = withDatabase(server.adminUrl, 'panel');
  old = await startPooler({ target: direct, knowsPrepared: false });
  recent = await startPooler({ target: direct, knowsPrepared: true });
  aside = openSql(direct, { max: 1 });
  await aside`create table written (way text, n int)`;
});
afterAll(async () => {
  await aside.end();
  await Promise.all([old.close(), recent.close()]);
  await server.stop();
});

const way = (name: 'direct' | 'old' | 'recent') => ({ direct, old: old.url, recent: recent.url })[name];

describe('a pooler that gives each transaction another connection', () => {
  it.each(['old', 'recent', 'direct'] as const)(
    'acknowledges no transaction that does not exist (%s)',
    async (name) => {
      const db = connect(way(name), { max: 6 });
      const write = (n: number) =>
        db.transaction(async (tx) => {
          await tx.execute(sql`insert into written values (${name}, ${n})`);
        });
      const outcomes = await Promise.all(
        Array.from({ length: 200 }, (_, n) =>
          write(n).then(
            () => n,
            () => undefined,
          ),
        ),
      );
      await db.$client.end({ timeout: 1 });

      const acknowledged = outcomes.filter((n) => n !== undefined);
      const stored = await aside<{ n: number }[]>`select n from written where way = ${name} order by n`;
      expect(stored.map(({ n }) => n)).toEqual(acknowledged);
      expect(acknowledged.length).toBeGreaterThan(100);
    },
  );

  it.each([
    ['direct', 'kept'],
    ['old', 'perTransaction'],
    ['recent', 'perTransactionWithPrepared'],
  ] as const)('is detected: %s is %s', async (name, sessions) => {
    expect(await readSessions(way(name))).toBe(sessions);
  });

  it('is detected while others keep it busy', async () => {
    const busy = openSql(recent.url, { max: 8 });
    let goes = true;
    const work = Array.from({ length: 8 }, async () => {
      while (goes) await busy.begin((tx) => tx.unsafe('select 1'));
    });
    expect(await readSessions(recent.url)).toBe('perTransactionWithPrepared');
    goes = false;
    await Promise.all(work);
    await busy.end({ timeout: 1 });
  });
});

describe('a connection to the database', () => {
  it.each([
    ['direct', undefined, undefined],
    ['direct', 'direct', undefined],
    ['recent', 'direct', undefined],
    ['recent', undefined, /^DATABASE_URL leads through a pooler .*pool_mode=session.*DATABASE_DIRECT_URL/],
    [
      'old',
      undefined,
      /^DATABASE_URL leads through a pooler .* does not know prepared statements: set pool_mode=session/,
    ],
    [
      'old',
      'direct',
      /^DATABASE_URL leads through a pooler .* does not know prepared statements: set pool_mode=session/,
    ],
    ['recent', 'recent', /^DATABASE_DIRECT_URL leads through a pooler/],
  ] as const)('%s with DATABASE_DIRECT_URL %s: %s', async (url, directUrl, refusal) => {
    const asserted = assertSessions(way(url), directUrl && way(directUrl));
    if (refusal) await expect(asserted).rejects.toThrow(refusal);
    else await asserted;
  });

  it('is refused with a fix if a pooler does not accept the timeouts', async () => {
    const words = ['SFATAL', 'C08P01', 'Munsupported startup parameter: statement_timeout', ''].join('\0');
    const refusal = Buffer.from(`E\0\0\0${String.fromCharCode(words.length + 5)}${words}\0`, 'latin1');
    const strict = createServer((socket) => socket.once('data', () => socket.end(refusal))).listen(0, '127.0.0.1');
    await once(strict, 'listening');
    const { port } = strict.address() as { port: number };
    const url = withAddress('postgres://postgres@localhost/panel', { host: '127.0.0.1', port });
    await expect(assertSessions(url)).rejects.toThrow(/^A pooler .* ignore_startup_parameters/);
    strict.close();
  });

  it('is refused if DATABASE_DIRECT_URL connects to another database', async () => {
    await expect(assertSessions(recent.url, server.adminUrl)).rejects.toThrow(/^DATABASE_DIRECT_URL leads to another/);
  });
});
