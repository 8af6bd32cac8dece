import { setTimeout as sleep } from 'node:timers/promises';
import { formatDollars } from '#shared/money.ts';
import { untilEnded } from '#shared/until-ended.ts';
import type { PanelClient, Person } from './people.ts';

/** One of the panels, and somebody who works with it. */
interface Side {
  url: string;
  admin: Person;
}

interface Chain {
  /** The panel that sells to its own customers. */
  shop: Side & { customer: Person };
  /** The panel that it buys from, and the key of its customer there. */
  supplier: Side & { key: string };
  orders: number;
  say: (line: string) => void;
}

const NAME = 'Demo supplier';
const LOOK_EVERY_MS = 500;
/** Sending is immediate; a busy machine takes longer. */
const PATIENCE_MS = 60_000;
const NEWEST_SERVICES = 60;

/**
 * Adds the supplier to the shop, enters the payment to it, takes its list, places orders, and lets the supplier complete them.
 * @throws Error with one sentence if something is missing
 */
export async function chain({ shop, supplier, orders, say }: Chain): Promise<void> {
  const { suppliers } = shop.admin.client.admin;
  const url = `${supplier.url}/api/v2`;
  const known = (await suppliers.list.query()).items.find((each) => each.url === url);
  const input = { name: NAME, url, key: supplier.key, currency: 'USD', rate: '1', idempotent: true };
  const { supplier: saved } = await suppliers.save.mutate({ ...input, ...(known && { id: known.id }) });
  const { id } = saved;
  if (saved.stopped) await suppliers.resume.mutate({ id });
  const tested = await toEnd(() => suppliers.test.mutate({ id }));
  if (!tested.ok) throw new Error(`The supplier does not answer: ${tested.problem}`);
  say(`${NAME} is a supplier of ${shop.url}. Its balance there: ${tested.balance} ${tested.currency}`);
  await enterPayment(suppliers, id);

  const { counts, problem } = await toEnd(() => suppliers.fetch.mutate({ id }));
  if (problem) throw new Error(`Its list was not taken: ${problem.text}`);
  const accepted = await suppliers.accept.mutate({ id, all: true });
  say(`It lists ${counts.listed} services: ${accepted.created} are new on sale, with the margin of the shop's rule`);

  const placed: number[] = [];
  for (const service of await servicesOf(shop.admin.client, id, orders)) {
    const link = `https://example.com/demo/${service.id}`;
    const { order } = await shop.customer.client.orders.place.mutate({
      ...{ serviceId: service.id, quantity: service.min, link },
    });
    say(`Order ${order.id} of ${shop.customer.userName}: ${service.name}, ${formatDollars(order.chargeNanos)}`);
    placed.push(order.id);
  }
  if (placed.length === 0) throw new Error('The shop has no service of this supplier: see its list on the screen.');
  await Promise.all(placed.map((orderId) => follow({ shop, supplier, say }, id, orderId)));
  await toEnd(() => suppliers.test.mutate({ id }));
  const { books, balance } = await suppliers.get.query({ id });
  say(`The books say ${books} ${input.currency}, and ${NAME} says ${balance}`);
}

/** Enters the balance of the new account at the supplier into the books, which may have entries of an earlier demonstration. */
async function enterPayment({ get, payIn }: PanelClient['admin']['suppliers'], id: number): Promise<void> {
  const { unexplained } = await get.query({ id });
  if (unexplained === null || unexplained === '0') return;
  const amount = unexplained.startsWith('-') ? unexplained.slice(1) : `-${unexplained}`;
  await payIn.mutate({ id, amount, reason: 'A new account for the demonstration' });
}

/** The newest services of a plain type that are bought at this supplier. */
async function servicesOf({ services, admin }: PanelClient, supplierId: number, count: number) {
  const { items } = await services.list.query({ sort: 'newest', limit: NEWEST_SERVICES });
  const found: typeof items = [];
  for (const service of items) {
    if (found.length === count) break;
    if (service.type !== 'default') continue;
    const { sources } = await admin.services.sources.query({ id: service.id });
    if (sources[0]?.supplierId === supplierId) found.push(service);
  }
  return found;
}

/** Says where an order was bought, and how it ends. */
async function follow({ shop, supplier, say }: Omit<Chain, 'orders'>, supplierId: number, orderId: number) {
  const { forwards } = shop.admin.client.admin;
  const bought = await eventually(`Order ${orderId} was not bought`, async () => {
    const { items } = await forwards.list.query({ supplierId, search: String(orderId) });
    return items.find((each) => each.orderId === orderId && each.state === 'accepted');
  });
  const cost = bought.costNanos === null ? '' : ` for ${formatDollars(bought.costNanos)}`;
  say(`Order ${orderId} was bought as number ${bought.externalOrderId} of the supplier${cost}`);
  await supplier.admin.client.admin.orders.decide.mutate({ id: Number(bought.externalOrderId), decision: 'complete' });
  await toEnd(() => forwards.refresh.mutate({ id: bought.id }));
  await eventually(`Order ${orderId} was not completed`, async () => {
    const { status } = await shop.customer.client.orders.get.query({ id: orderId });
    return status === 'completed' || undefined;
  });
  say(`Order ${orderId} is completed, by the supplier`);
}

async function toEnd<Answer extends object>(call: () => Promise<Answer>) {
  const answer = await untilEnded(call);
  if (!answer) throw new Error('The supplier was still asked after five minutes.');
  return answer;
}

async function eventually<T>(otherwise: string, read: () => Promise<T | undefined>): Promise<T> {
  for (const untilMs = performance.now() + PATIENCE_MS; performance.now() < untilMs; await sleep(LOOK_EVERY_MS)) {
    const found = await read();
    if (found !== undefined) return found;
  }
  throw new Error(`${otherwise} within a minute: Dashboard → Forwards shows why.`);
}
