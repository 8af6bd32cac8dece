import { isNotNull } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { services } from '#db/schema/services.ts';
import { cachedRead } from '../cache/cached-read.ts';

/**
 * The names of each service with a Bengali one, by its id; deleted services have orders, too. At most some seconds old: another server may
 * have changed one.
 */
export const bengaliNames = cachedRead(
  async (db) => {
    const { id, name, nameBn } = services;
    const rows = await db.select({ id, name, nameBn }).from(services).where(isNotNull(nameBn));
    return new Map(rows.map((row) => [row.id, row]));
  },
  { freshForMs: 5_000, servesOld: true },
);

type BengaliNames = Awaited<ReturnType<typeof bengaliNames.get>>;
type WithBengaliName<Order> = Order & { serviceNameBn: string | null };

interface Ordered {
  serviceId: number;
  serviceName: string;
}

/**
 * Adds the Bengali name of an order's service. It is null where the service has none, or has another name than at the time of the order:
 * an order keeps its name.
 */
export function inBengali<Order extends Ordered>(names: BengaliNames, order: Order): WithBengaliName<Order> {
  const now = names.get(order.serviceId);
  return { ...order, serviceNameBn: now?.name === order.serviceName ? now.nameBn : null };
}

/** The same for orders that were read. */
export async function withBengaliNames<Order extends Ordered>(
  db: Db,
  orders: readonly Order[],
): Promise<WithBengaliName<Order>[]> {
  const names = await bengaliNames.get(db);
  return orders.map((order) => inBengali(names, order));
}

/** The services whose Bengali name contains a text; none for a text without Bengali letters. */
export async function servicesNamedInBengali(db: Db, search: string): Promise<number[]> {
  if (!/\p{Script=Bengali}/u.test(search)) return [];
  const wanted = search.normalize('NFC').toLowerCase();
  const names = await bengaliNames.get(db);
  return [...names.values()].filter(({ nameBn }) => nameBn?.toLowerCase().includes(wanted)).map(({ id }) => id);
}
