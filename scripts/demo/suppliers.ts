import { setTimeout as sleep } from 'node:timers/promises';
import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orders } from '#db/schema/orders.ts';
import { services } from '#db/schema/services.ts';
import { addDemoPurchases } from '#db/seed/demo-purchases.ts';
import { listedService, type SupplierServer, startSupplierServer } from '#server/testing/supplier-server.ts';
import type { ForwardState } from '#shared/forward-states.ts';
import { nanos } from '#shared/money.ts';
import { linkExamples } from '#shared/paste/examples.ts';
import { untilEnded } from '#shared/until-ended.ts';
import type { PanelClient, Person } from './people.ts';

/** The second panel, where the shop is a customer. */
export interface SupplierPanel {
  url: string;
  db: Db;
  owner: Person;
  reseller: Person;
}

/** A shop that buys, with customers who can pay. */
export interface BuyingShop {
  db: Db;
  admin: Person;
  customers: Person[];
}

const LOOK_EVERY_MS = 200;
/** Sending is immediate; a busy machine takes longer. */
const PATIENCE_MS = 60_000;
/** The last order of the shop at the supplier before the demo begins. */
const LAST_ORDER_THERE = 48_213;
const MICROS = 1_000_000;
/** Services that are bought elsewhere than at the second panel. */
const LOSES_ANSWERS = ['Telegram Members, Refill 14 Days', 'TikTok Likes, Can Be Canceled'];
const HAS_NO_MONEY = ['YouTube Views, Can Be Canceled'];

/** Lets the second panel sell for less than the shop, and count its orders from where the shop's past with it ends. */
export async function prepareSupplier(db: Db): Promise<void> {
  await db.update(services).set({ priceMicros: sql`greatest(1000, ${services.priceMicros} * 62 / 100000 * 1000)` });
  const elsewhere = inArray(services.name, [...LOSES_ANSWERS, ...HAS_NO_MONEY]);
  await db.update(services).set({ deletedAt: sql`now()` }).where(elsewhere);
  await db.execute(sql`select setval('orders_id_seq', greatest(${LAST_ORDER_THERE}, (select max(id) from orders)))`);
}

/**
 * Adds the second panel as the supplier of most services, with the purchases of six months, and buys some orders there.
 * @returns the supplier's id in the shop
 */
export async function buyAtPanel(shop: BuyingShop, panel: SupplierPanel): Promise<number> {
  const { suppliers } = shop.admin.client.admin;
  const { secret: key } = await panel.reseller.client.keys.create.mutate({ name: 'Shop', scopes: ['read', 'order'] });
  const url = `${panel.url}/api/v2`;
  const id = await addSupplier(suppliers, { name: 'Padma Wholesale', url, key, idempotent: true });
  const [owner] = await shop.db.execute<{ id: number }>(
    sql`select id from users where role = 'admin' order by id limit 1`,
  );
  const adminId = Number(owner?.id);
  const books = await addDemoPurchases(shop.db, { supplierId: id, adminId, lastExternalId: LAST_ORDER_THERE });
  const { id: resellerId } = await panel.reseller.client.auth.me.query();
  await panel.owner.client.admin.users.giveBalance.mutate({ id: resellerId, amountNanos: nanos(books) });
  const bought = await servicesOf(shop.db, id, 4);
  for (const [nth, serviceId] of bought.entries()) await place(shop, serviceId, nth, 'accepted');
  await toEnd(() => suppliers.test.mutate({ id }));
  return id;
}

/**
 * Adds two suppliers that are in trouble, with a purchase in each state that follows from it. One loses an answer and refuses an order,
 * until the shop stops it; the shop's money at the other one is used up.
 * @returns closes both
 */
export async function buyAtTroubled(shop: BuyingShop): Promise<() => Promise<unknown>> {
  const { suppliers, orders: ofOrders } = shop.admin.client.admin;
  const [losing, empty] = await Promise.all([sell(shop.db, LOSES_ANSWERS, 40), sell(shop.db, HAS_NO_MONEY, 0)]);
  const losingId = await addSupplier(suppliers, { name: 'Meghna SMM', url: losing.url, key: losing.key });
  await suppliers.payIn.mutate({ id: losingId, amount: '40', reason: 'Nagad to the supplier' });
  const [members = 0, likes = 0] = await source(shop, losingId, LOSES_ANSWERS);
  losing.answerNext('add', 'lost_after');
  await place(shop, members, 0, 'unknown');
  losing.answerNext('add', 'refused');
  await place(shop, likes, 1, 'refused');
  await suppliers.stop.mutate({ id: losingId, reason: 'It lost an answer: asking them on Telegram' });
  await place(shop, members, 2, 'queued');
  await place(shop, likes, 3, 'queued');
  const late = await place(shop, likes, 4, 'queued');
  await ofOrders.decide.mutate({ id: late, decision: 'reject', reason: 'The customer did not want to wait.' });
  await untilState(shop.admin.client, late, 'withdrawn');

  const emptyId = await addSupplier(suppliers, {
    name: 'Jamuna Panel',
    url: empty.url,
    key: empty.key,
    lowBalance: '5',
  });
  for (const serviceId of await source(shop, emptyId, HAS_NO_MONEY)) await place(shop, serviceId, 0, 'waiting_funds');
  return () => Promise.all([losing.close(), empty.close()]);
}

/** Delivers what the shop buys at the second panel: an order is in progress first, and completed when it is next looked at. */
export async function deliver({ db, reseller }: SupplierPanel, owner: () => Promise<Person>): Promise<void> {
  const { id: userId } = await reseller.client.auth.me.query();
  const open = await db
    .select({ id: orders.id, status: orders.status })
    .from(orders)
    .where(and(eq(orders.userId, userId), inArray(orders.status, ['pending', 'processing'])));
  if (open.length === 0) return;
  const { client } = await owner();
  for (const { id, status } of open)
    await client.admin.orders.decide.mutate({ id, decision: status === 'pending' ? 'processing' : 'complete' });
}

async function addSupplier(
  suppliers: PanelClient['admin']['suppliers'],
  fields: { name: string; url: string; key: string; idempotent?: boolean; lowBalance?: string },
): Promise<number> {
  const { supplier } = await suppliers.save.mutate({ currency: 'USD', rate: '1', ...fields });
  const { problem } = await toEnd(() => suppliers.fetch.mutate({ id: supplier.id }));
  if (problem) throw new Error(`The list of ${fields.name} was not taken: ${problem.text}`);
  await toEnd(() => suppliers.test.mutate({ id: supplier.id }));
  return supplier.id;
}

/** A supplier in this process that sells some of the shop's services for less, with a balance in dollars. */
async function sell(db: Db, names: string[], balance: number): Promise<SupplierServer> {
  const sold = await db.select().from(services).where(inArray(services.name, names)).orderBy(services.id);
  return startSupplierServer({
    balance: balance * MICROS,
    services: sold.map(({ id, name, category, priceMicros, min, max }) =>
      listedService({
        service: id,
        name,
        category,
        rate: (priceMicros * 0.6) / MICROS,
        min: String(min),
        max: String(max),
      }),
    ),
  });
}

/** Makes a supplier the source of the services with these names. @returns their ids, in the order of the names */
async function source({ db, admin }: BuyingShop, supplierId: number, names: string[]): Promise<number[]> {
  const found = await db.select().from(services).where(inArray(services.name, names));
  const ids = names.flatMap((name) => found.find((each) => each.name === name)?.id ?? []);
  for (const id of ids)
    await admin.client.admin.services.setSources.mutate({ id, sources: [{ supplierId, externalId: String(id) }] });
  return ids;
}

/** Services of the plain type that are bought at a supplier. */
async function servicesOf(db: Db, supplierId: number, count: number): Promise<number[]> {
  const found = await db.execute<{ id: number }>(sql`
    select s.id from services s join service_sources c on c.service_id = s.id
    where c.supplier_id = ${supplierId} and s.type = 'default' and s.min * s.price_micros < 2000000000
    order by ${desc(sql`s.id`)} limit ${count}`);
  return found.map(({ id }) => id);
}

/** Places the order of a customer, and waits for its purchase. @returns the order's id */
async function place(shop: BuyingShop, serviceId: number, nth: number, state: ForwardState): Promise<number> {
  const customer = shop.customers[nth % shop.customers.length];
  if (!customer) throw new Error('The demo has no customers.');
  const [service] = await shop.db.select().from(services).where(eq(services.id, serviceId));
  const quantity = Math.max(service?.min ?? 1, Math.min(service?.max ?? 1, 500));
  const examples = linkExamples[service?.platform ?? ''] ?? {};
  const link = (service?.kinds ?? []).flatMap((kind) => examples[kind] ?? [])[0] ?? `https://shapla.example.com/${nth}`;
  const { order } = await customer.client.orders.place.mutate({ serviceId, quantity, link });
  await untilState(shop.admin.client, order.id, state);
  return order.id;
}

async function untilState({ admin }: PanelClient, orderId: number, state: ForwardState): Promise<void> {
  let seen: ForwardState | undefined;
  for (const untilMs = performance.now() + PATIENCE_MS; performance.now() < untilMs; await sleep(LOOK_EVERY_MS)) {
    const { items } = await admin.forwards.list.query({ search: String(orderId) });
    seen = items.find((each) => each.orderId === orderId)?.state;
    if (seen === state) return;
  }
  throw new Error(`The purchase of order ${orderId} is ${seen ?? 'missing'}, not ${state}, after a minute.`);
}

async function toEnd<Answer extends object>(call: () => Promise<Answer>) {
  const answer = await untilEnded(call);
  if (!answer) throw new Error('A supplier was still asked after five minutes.');
  return answer;
}
