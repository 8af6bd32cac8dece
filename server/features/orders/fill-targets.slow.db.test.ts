import type { TRPCClientError } from '@trpc/client';
import { sql as text } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, expect, test } from 'vitest';
import { createOlderDatabase } from '#db/testing/older-database.ts';
import type { AppRouter } from '../../api/router.ts';
import { apiSettings } from '../../base/cache/api-settings.ts';
import { chargeOrders } from '../../money/charge-orders.ts';
import { checkLedger } from '../../money/check-ledger.ts';
import { targetKeyOf } from '../../money/target-key.ts';
import { lockWallet } from '../../money/wallets.ts';
import { testApp } from '../../testing/app.ts';
import { fillOlderShop } from '../../testing/older-shop.ts';
import { signIn } from '../../testing/people.ts';
import { refusalOf } from '../../testing/refusal.ts';
import { startSecondApp } from '../../testing/second-app.ts';
import { fillTargets } from './fill-targets.ts';

/*
 * An upgraded shop with 100,000 orders: their targets are written while it sells, and a server of the version before runs beside the new
 * ones. Prints what it took.
 */

const ORDERS = 100_000;
const say = (line: string) => console.log(`fill-targets: ${line}`);

const app = await testApp({
  env: { ORDERS_PER_MINUTE: '1000000' },
  openDatabase: () => createOlderDatabase('service-types', (sql) => fillOlderShop(sql, ORDERS), 20),
});
const second = await startSecondApp(app);
afterAll(() => second.close());
const boss = await signIn(app, { id: 1, userName: 'boss', actor: { id: 1, role: 'admin' } });
const { db } = app;

/** Customers 2 to 212 have orders already; these order while the targets are filled. */
const people = await Promise.all(
  Array.from({ length: 8 }, (_, at) =>
    signIn(app, { id: at + 2, userName: 'customer', actor: { id: at + 2, role: 'user' } }),
  ),
);
const servers = [app.client, second.client];
const order = { serviceId: 1, quantity: 10 };
const TARGETS = 12;

/** Five spellings of a target. The first is the one that older servers got. */
const spellings = (target: number): string[] => [
  `https://www.instagram.com/p/Post${target}/`,
  `https://www.instagram.com/p/Post${target}/?igsh=abc`,
  `instagram.com/p/Post${target}`,
  `https://m.instagram.com/reel/Post${target}/?utm_source=x`,
  `Look: https://www.instagram.com/reel/Post${target}/`,
];
const targets = Array.from({ length: TARGETS }, (_, at) => spellings(at));

/** Places as a server of the version before does: it knows the texts of open links only, and writes no target. */
function placeAsOlderServer(userId: number, link: string): Promise<number | undefined> {
  return db.$client.begin(async (sql) => {
    await lockWallet(sql, userId);
    const open = await sql`
      select 1 from orders where user_id = ${userId} and service_id = ${order.serviceId} and link = ${link}
        and status in ('pending', 'processing')`;
    if (open.length > 0) return undefined;
    const input = { ...order, link, expectedChargeNanos: undefined, requestId: uuidv7() };
    const [placed] = await chargeOrders(sql, [{ userId, input }]);
    if (typeof placed !== 'object') throw new Error(`an older server placed nothing: ${placed}`);
    await sql`update orders set target_key = null where id = ${placed.order.id}`;
    return placed.order.id;
  });
}

interface OpenOrder {
  id: number;
  userId: number;
  link: string;
  targetKey: string | null;
}
const readOpen = () =>
  db.$client<OpenOrder[]>`
    select id, user_id as "userId", link, target_key as "targetKey" from orders
    where service_id = ${order.serviceId} and status in ('pending', 'processing') and link like '%instagram.com/%'`;
const withoutTarget = async () =>
  Number((await db.execute(text`select count(*) from orders where target_key is null`))[0]?.count);

test('no target gets a second open order while the targets are filled beside an older server, and one pass more completes them', async () => {
  await app.client(boss.accessToken).admin.settings.update.mutate({ oneOpenOrderPerLink: true });
  for (const { deps } of [app, second])
    await expect.poll(() => apiSettings.get(deps.db)).toMatchObject({ oneOpenOrderPerLink: true });
  expect(await withoutTarget()).toBe(ORDERS);

  // The older server has some orders first, which the new ones know by their text.
  const earlier: (number | undefined)[] = [];
  for (const { id } of people)
    for (const [first = ''] of targets.slice(0, 3)) earlier.push(await placeAsOlderServer(id, first));
  for (const { accessToken } of people)
    for (const [at, [first = '']] of targets.slice(0, 3).entries())
      expect(
        (await refusalOf((servers[at % 2] ?? app.client)(accessToken).orders.place.mutate({ ...order, link: first })))
          .code,
      ).toBe('link_in_use');

  const alone = await sell(people);
  const filling = fillAll();
  const beside = await sell(people);
  const byNew: Promise<boolean>[] = [];
  const byOlder: Promise<number | undefined>[] = [];
  for (let spelling = 0; spelling < 5; spelling++)
    for (const [at, links] of targets.entries()) {
      for (const { id, accessToken } of people) {
        const link = links[spelling] ?? '';
        for (const client of servers) byNew.push(isPlaced(client(accessToken).orders.place.mutate({ ...order, link })));
        // The older server gets only addresses: it refuses texts with an address in them.
        if (at % 3 === 0 && spelling < 2) byOlder.push(placeAsOlderServer(id, link));
      }
      await Promise.all([...byNew.slice(-2 * people.length), ...byOlder.slice(-people.length)]);
    }
  const placed = (await Promise.all(byNew)).filter(Boolean).length;
  const olderIds = new Set(await Promise.all(byOlder));
  const passes = await filling;
  say(`${passes.count} turns of 500 wrote the targets of ${ORDERS} orders in ${passes.seconds.toFixed(1)} s of work`);
  say(`orders a second: ${alone} without it, ${beside} while it never pauses`);
  say(`two new servers placed ${placed} orders at the same time, and the older server placed ${olderIds.size}`);

  // The older server's last orders, which nothing fills before it has gone.
  const last = spellings(TARGETS);
  for (const { id } of people) olderIds.add(await placeAsOlderServer(id, last[0] ?? ''));
  for (const { accessToken } of people) {
    const placing = app.client(accessToken).orders.place.mutate({ ...order, link: last[0] ?? '' });
    expect((await refusalOf(placing)).code).toBe('link_in_use');
  }
  const later = await fillAll();
  say(`one more pass after it has gone: ${later.count} turns, ${later.seconds.toFixed(2)} s`);
  expect(later.count).toBe(1);
  expect(await withoutTarget()).toBe(0);

  const open = await readOpen();
  expect(open.filter(({ link, targetKey }) => targetKey !== targetKeyOf(link))).toEqual([]);
  const perTarget = Map.groupBy(open, ({ userId, targetKey }) => `${userId} ${targetKey}`);
  expect(perTarget.size).toBe(people.length * (TARGETS + 1));
  const doubled = [...perTarget.values()].filter(({ length }) => length > 1);
  say(`${doubled.length} of ${perTarget.size} targets have more than one open order, all but one by the older server`);
  const isOlder = ({ id }: OpenOrder) => olderIds.has(id) || earlier.includes(id);
  for (const same of doubled) {
    expect(same.filter((each) => !isOlder(each)).length).toBeLessThanOrEqual(1);
    expect(new Set(same.map(({ link }) => link)).size).toBe(same.length);
  }

  for (const { accessToken } of people.slice(0, 2))
    for (const links of [...targets, last])
      for (const [at, link] of links.entries()) {
        const placing = (servers[at % 2] ?? app.client)(accessToken).orders.place.mutate({ ...order, link });
        expect((await refusalOf(placing)).code).toBe('link_in_use');
      }
  expect((await checkLedger(db)).problems).toEqual([]);
});

const SOLD = 400;
const AT_ONCE = 16;

/** Orders of other targets at both servers. @returns how many a second */
async function sell(customers: typeof people): Promise<number> {
  const startedMs = performance.now();
  let sent = 0;
  const one = async () => {
    while (sent < SOLD) {
      const nth = sent++;
      const { accessToken = '' } = customers[nth % customers.length] ?? {};
      const link = `https://example.com/sold/${uuidv7()}`;
      await (servers[nth % 2] ?? app.client)(accessToken).orders.place.mutate({ ...order, link });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
  return Math.round(SOLD / ((performance.now() - startedMs) / 1000));
}

/** @returns whether it was placed; the only refusal is that of a link in use */
async function isPlaced(placing: Promise<unknown>): Promise<boolean> {
  const code = await placing.then(
    () => 'placed',
    (refusal: TRPCClientError<AppRouter>) => refusal.data?.domainCode,
  );
  expect(['placed', 'link_in_use']).toContain(code);
  return code === 'placed';
}

/** Without the pauses of the background worker. */
async function fillAll(): Promise<{ count: number; seconds: number }> {
  const startedMs = performance.now();
  let count = 0;
  while ((await fillTargets(db)) !== undefined) count++;
  return { count, seconds: (performance.now() - startedMs) / 1000 };
}
