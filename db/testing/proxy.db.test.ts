import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { openSql } from '../connection.ts';
import { type Proxy, startProxy } from './proxy.ts';

let proxy: Proxy;
let sql: ReturnType<typeof openSql>;
beforeEach(async () => {
  proxy = await startProxy({ target: inject('testServer').adminUrl });
  sql = openSql(proxy.url, { max: 1, connectTimeoutSeconds: 1 });
});
afterEach(async () => {
  await sql.end({ timeout: 0 });
  await proxy.close();
});

const ask = () => sql<{ one: number }[]>`select 1 as one`.then(([row]) => row?.one);

it('transfers data in both directions, including a large response', async () => {
  expect(await ask()).toBe(1);
  expect(await sql`select repeat('x', 3000000) as long`).toMatchObject([{ long: 'x'.repeat(3_000_000) }]);
});

it('resets connections, and accepts new ones', async () => {
  await ask();
  const cut = sql`select pg_sleep(60)`.then(
    () => 'answered',
    (error: { code: string }) => error.code,
  );
  while ((await sleeping()) === 0);
  proxy.reset();
  expect(await cut).toMatch(/^ECONNRESET$|^CONNECTION_/);
  const again = openSql(proxy.url, { max: 1 });
  expect(await again`select 1 as one`).toMatchObject([{ one: 1 }]);
  await again.end();
});

it('refuses new connections until it no longer does', async () => {
  await proxy.refuse(true);
  await expect(ask()).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  await proxy.refuse(false);
  expect(await ask()).toBe(1);
});

it('swallows data, and accepts new connections afterwards', async () => {
  proxy.swallow(true);
  await expect(ask()).rejects.toMatchObject({ code: 'CONNECT_TIMEOUT' });
  proxy.swallow(false);
  expect(await ask()).toBe(1);
});

it("drops bytes from the server's next data, once, unless cancelled", async () => {
  const server = createServer((socket) => socket.on('data', () => socket.write('0123456789'))).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const gapped = await startProxy({ target: `postgres://postgres@127.0.0.1:${port}/none` });
  const client = connect(Number(new URL(gapped.url).port), '127.0.0.1');
  const answer = async () => {
    client.write('?');
    const [said] = (await once(client, 'data')) as [Buffer];
    return said.toString();
  };
  expect(await answer()).toBe('0123456789');
  gapped.gap(4);
  expect(await answer()).toBe('012789');
  expect(await answer()).toBe('0123456789');
  gapped.gap(4);
  gapped.gap(0);
  expect(await answer()).toBe('0123456789');
  client.destroy();
  await gapped.close();
  server.close();
});

it('delays data', async () => {
  await ask();
  proxy.delay(50);
  const askedAt = performance.now();
  await ask();
  expect(performance.now() - askedAt).toBeGreaterThan(95);
});

async function sleeping(): Promise<number> {
  const aside = openSql(inject('testServer').adminUrl, { max: 1 });
  const [row] = await aside<{ n: number }[]>`
    select count(*)::int as n from pg_stat_activity where query like '%pg_sleep(60)%' and pid <> pg_backend_pid()`;
  await aside.end();
  return row?.n ?? 0;
}
