import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { SILENT } from '#db/embedded/log.ts';
import { newDataDir } from '#db/testing/data-dir.ts';
import { freePort } from '#db/testing/free-port.ts';
import { checkLedger } from '#server/money/check-ledger.ts';
import { shareDatabase } from '#server/process/database.ts';
import { closedCalls } from './demo/front-door.ts';
import { signIn } from './demo/people.ts';

/** It starts two panels and sells for six months. */
const PATIENCE_MS = 300_000;
const COMMAND = join(import.meta.dirname, 'demo.ts');
const ADMIN = { ADMIN_USERNAME: 'boss', ADMIN_PASSWORD: 'a house of many rooms' };

function start(env: Record<string, string>, ...args: string[]) {
  const all = { ...process.env, NODE_ENV: 'development', DATABASE_URL: '', ...env };
  const child = spawn(process.execPath, [COMMAND, ...args], { env: all, stdio: ['ignore', 'pipe', 'pipe'] });
  return { child, ended: once(child, 'exit'), errors: text(child.stderr) };
}

test(
  'a public demo has purchases in every state, proved books and closed secrets, and is made again',
  async () => {
    const { dataDir, remove } = newDataDir();
    onTestFinished(remove);
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const demo = start({ ...ADMIN, PORT: String(port), DATA_DIR: dataDir }, '--public');
    onTestFinished(async () => {
      demo.child.kill('SIGTERM');
      await demo.ended;
    });
    const lines = createInterface(demo.child.stdout)[Symbol.asyncIterator]();
    const untilLine = async (words: string) => {
      for (let line = await lines.next(); ; line = await lines.next()) {
        if (line.done) throw new Error(await demo.errors);
        if (line.value.includes(words)) return;
      }
    };

    await untilLine('Public:');
    const { client } = await signIn(url, ADMIN.ADMIN_USERNAME, ADMIN.ADMIN_PASSWORD);
    const { admin } = client;
    const purchases = await Promise.all(
      (['queued', 'accepted', 'refused', 'unknown', 'waiting_funds', 'withdrawn'] as const).map(async (state) => [
        state,
        (await admin.forwards.list.query({ state })).items.length > 0,
      ]),
    );
    expect(purchases.filter(([, isThere]) => !isThere)).toEqual([]);
    const [customers, tickets, recharges, requests] = await Promise.all([
      admin.users.list.query({}),
      admin.tickets.list.query({}),
      admin.recharges.list.query({ status: 'pending' }),
      admin.requests.list.query({ status: 'open' }),
    ]);
    expect(customers.items.length).toBeGreaterThan(10);
    expect(new Set(tickets.items.map(({ waitingFor }) => waitingFor))).toEqual(new Set(['admin', 'customer', null]));
    expect(recharges.items.length).toBeGreaterThan(3);
    expect(new Set(requests.items.map(({ kind }) => kind))).toEqual(new Set(['refill', 'cancel', 'speed_up']));
    const database = await shareDatabase({ dataDir, databaseUrl: undefined }, SILENT);
    const report = await checkLedger(database.db);
    expect(report).toMatchObject({ problems: [] });
    const [past] = await database.db.execute<{ days: number; statuses: number }>(sql`
    select extract(day from now() - min(created_at))::int as days, count(distinct status)::int as statuses from orders`);
    expect(past?.days).toBeGreaterThan(150);
    expect(past?.statuses).toBe(5);
    await database.close();

    const closed = { data: { domainCode: 'forbidden', httpStatus: 403 } };
    await expect(client.keys.create.mutate({ name: 'Mine', scopes: ['read'] })).rejects.toMatchObject(closed);
    const url2 = 'https://example.com/hook';
    await expect(client.webhooks.create.mutate({ url: url2, events: ['order.changed'] })).rejects.toMatchObject(closed);
    await expect(admin.settings.update.mutate({ shopName: 'Mine' })).rejects.toMatchObject(closed);
    const [supplier] = (await admin.suppliers.list.query()).items;
    const { id = 0, name = '', currency = '', rate = '' } = supplier ?? {};
    const save = admin.suppliers.save.mutate({ id, name, currency, rate, url: 'https://example.com/api/v2' });
    await expect(save).rejects.toMatchObject(closed);

    demo.child.kill('SIGUSR2');
    await untilLine('Making the demo again');
    const between = await fetch(url);
    expect([between.status, between.headers.get('retry-after')]).toEqual([503, '30']);
    expect(await between.text()).toContain('being made again');
  },
  PATIENCE_MS,
);

test('what visitors can not do, in any spelling', () => {
  for (const [method, path] of [
    ['POST', '/trpc/keys.create'],
    ['POST', '/trpc/orders.list,keys.create?batch=1'],
    ['POST', '/trpc/keys%2Ecreate'],
    ['GET', '/trpc/webhooks.create'],
    ['POST', '/trpc/admin.alarms.test'],
    ['POST', '/trpc/auth.twoFactor.begin'],
    ['POST', '/trpc//keys.create'],
    ['POST', '/trpc/%'],
    ['PUT', '/api/v1/user/profile'],
    ['POST', '/api/v2'],
  ] as const)
    expect(closedCalls(method, path), path).toBeDefined();
  for (const [method, path] of [
    ['GET', '/'],
    ['GET', '/trpc/keys.list?input=1'],
    ['POST', '/trpc/auth.login'],
    ['POST', '/trpc/orders.place,balance.requestRecharge?batch=1'],
    ['POST', '/trpc/admin.orders.decide'],
    ['GET', '/trpc/admin.settings.get'],
  ] as const)
    expect(closedCalls(method, path), path).toBeUndefined();
});

const KEY = crypto.randomUUID().repeat(2);

test.each([
  ['a folder with something else in it', (folder: string) => ({ DATA_DIR: folder }), 'no demo made it'],
  ['another database', () => ({ DATABASE_URL: 'postgres://127.0.0.1/shop' }), 'DATABASE_URL is set'],
  ['another database in a file', () => ({ DATABASE_URL_FILE: '/run/secrets/url' }), 'DATABASE_URL_FILE is set'],
  ['production', () => ({ NODE_ENV: 'production', JWT_SECRET: KEY, SECRETS_KEY: KEY }), 'for a shop in use'],
])('it refuses %s, and leaves all as it is', async (_, env, why) => {
  const { dataDir, remove } = newDataDir();
  onTestFinished(remove);
  const [full, none] = [join(dataDir, 'full'), join(dataDir, 'none')];
  mkdirSync(full);
  writeFileSync(join(full, 'wedding.jpg'), '');
  writeFileSync(join(full, 'DEMO'), 'the demo tape of our band');
  const refused = start({ DATA_DIR: none, PORT: String(await freePort()), ...env(full) });
  expect(await refused.errors).toContain(why);
  expect(await refused.ended).toEqual([1, null]);
  expect([existsSync(join(full, 'wedding.jpg')), existsSync(none)]).toEqual([true, false]);
});
