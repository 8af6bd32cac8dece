import type { Sql } from 'postgres';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { addressOf, openSql } from '../connection.ts';
import { isUnavailable } from '../errors.ts';
import { type Proxy, startProxy } from '../testing/proxy.ts';
import { type ReplicatedPostgres, startReplicatedPostgres, urlOfAll } from '../testing/replicated-postgres.ts';

const PATIENCE_MS = 180_000;
const poll = { timeout: PATIENCE_MS };

let servers: ReplicatedPostgres;
let proxies: { primary: Proxy; standby: Proxy };
beforeAll(async () => {
  servers = await startReplicatedPostgres();
  const [primary, standby] = await Promise.all([
    startProxy({ target: servers.primary.adminUrl }),
    startProxy({ target: servers.standby.adminUrl }),
  ]);
  proxies = { primary, standby };
}, PATIENCE_MS);
afterAll(async () => {
  await Promise.all([proxies.primary.close(), proxies.standby.close()]);
  await servers.stop();
}, PATIENCE_MS);

const open: Sql[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((sql) => sql.end({ timeout: 0 })));
});

function openPool(url: string): Sql {
  const sql = openSql(url, { max: 4 });
  open.push(sql);
  return sql;
}

const address = (proxy: Proxy) => addressOf(proxy.url) as { host: string; port: number };
const list = (...behind: Proxy[]) => behind.map((proxy) => `127.0.0.1:${address(proxy).port}`).join();
const authority = (...behind: Proxy[]) => `postgres://postgres@${list(...behind)}/postgres`;
const query = (...behind: Proxy[]) =>
  `postgres://postgres@/postgres?host=${behind.map(() => '127.0.0.1').join()}&port=${behind.map((proxy) => address(proxy).port).join()}`;

/** The servers that several connections reach, by kind. */
async function serversOf(sql: Sql): Promise<Set<string>> {
  const rows = await Promise.all(
    Array.from(
      { length: 12 },
      () => sql`select case when pg_is_in_recovery() then 'standby' else 'primary' end as kind`,
    ),
  );
  return new Set(rows.map(([row]) => String(row?.kind)));
}

const refusalOf = (work: PromiseLike<unknown>) =>
  Promise.resolve(work).then(
    () => 'done',
    (error: unknown) => error,
  );

describe('with several hosts every connection is made to the writable one', () => {
  it.each([
    ['in the authority', () => authority(proxies.standby, proxies.primary)],
    ['in the query', () => query(proxies.standby, proxies.primary)],
    ['behind unix sockets', () => urlOfAll([servers.standby, servers.primary])],
    ['with read-write', () => `${authority(proxies.standby, proxies.primary)}?target_session_attrs=read-write`],
    ['with primary', () => `${authority(proxies.standby, proxies.primary)}?target_session_attrs=primary`],
    [
      'also where one is not there',
      () => `postgres://postgres@127.0.0.1:1,${list(proxies.standby, proxies.primary)}/postgres`,
    ],
  ])('%s', async (_, url) => {
    const sql = openPool(url());
    expect(await serversOf(sql)).toEqual(new Set(['primary']));
  });

  it('also if one is frozen', async () => {
    proxies.standby.swallow(true);
    const sql = openPool(authority(proxies.standby, proxies.primary));
    expect(await serversOf(sql)).toEqual(new Set(['primary']));
    proxies.standby.swallow(false);
  });

  it('and without a writable one, statements are refused as busy, with the reason of each', async () => {
    await proxies.primary.refuse(true);
    const sql = openPool(authority(proxies.standby, proxies.primary));
    const refusals = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(() => refusalOf(sql`select 1`)));
    expect(refusals.map(isUnavailable)).toEqual(Array(8).fill(true));
    expect(refusals[0]).toMatchObject({
      message: expect.stringMatching(/No host .* can only be read; .*ECONNREFUSED/),
    });
    await proxies.primary.refuse(false);
    await expect.poll(() => refusalOf(sql`select 1`), poll).toBe('done');
  });
});

it('one host with read-write is refused if it is a standby', async () => {
  const readOnly = openPool(`${servers.standby.adminUrl}&target_session_attrs=read-write`);
  expect(isUnavailable(await refusalOf(readOnly`select 1`))).toBe(true);
  const any = openPool(servers.standby.adminUrl);
  expect(await serversOf(any)).toEqual(new Set(['standby']));
});

it(
  'after a promotion an open pool writes to the new primary',
  async () => {
    const sql = openPool(urlOfAll([servers.primary, servers.standby]));
    await sql`create table written (n int)`;
    const write = () => refusalOf(sql.begin((tx) => tx`insert into written values (1)`));
    expect(await write()).toBe('done');
    const aside = openPool(servers.standby.adminUrl);
    await expect.poll(() => refusalOf(aside`select * from written`), poll).toBe('done');

    await servers.primary.stop();
    const refusal = await write();
    expect(isUnavailable(refusal)).toBe(true);
    await aside`select pg_promote()`;
    await expect.poll(write, poll).toBe('done');
  },
  PATIENCE_MS,
);
