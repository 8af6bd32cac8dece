import { and, eq, ilike, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orderEvents, orders } from '#db/schema/orders.ts';
import { services } from '#db/schema/services.ts';
import type { OrderStatus } from '#shared/order-status.ts';
import type { AdminOrderFilter } from '#shared/orders.ts';
import { type LinkRead, readLink } from '#shared/paste/link.ts';
import type { Reviewer } from '#shared/reviewers.ts';
import { decidedBy } from '../../base/lists/decided-by.ts';
import { containing, hasWithin, idsIn, isFoundWithin, SHORTEST_WITHIN } from '../../base/lists/search-text.ts';
import { datedWithinDays } from '../../base/lists/shop-days.ts';
import { usersFound } from '../../base/lists/users-matching.ts';
import { targetKeyOf } from '../../money/target-key.ts';
import { isAtNoSupplier, ordersAtSupplier } from '../../suppliers/at-supplier.ts';

/** Written like the index `orders_open_idx`, which a query with parameters could not use. */
const isOpen = sql`${orders.status} in ('pending', 'processing')`;

const withStatus: Record<OrderStatus, SQL> = {
  pending: sql`${orders.status} = 'pending'`,
  processing: sql`${orders.status} = 'processing'`,
  completed: sql`${orders.status} = 'completed'`,
  partial: sql`${orders.status} = 'partial'`,
  rejected: sql`${orders.status} = 'rejected'`,
};

/** Open orders are those at no supplier, unless the filter names one. */
function hasStatus(status: OrderStatus | 'open', supplier: AdminOrderFilter['supplier']): SQL | undefined {
  if (status !== 'open') return withStatus[status];
  return and(isOpen, supplier === undefined ? isAtNoSupplier : undefined);
}

/** The condition of an admin's filter, without the search. */
export function orderFilter({
  status,
  userId,
  serviceId,
  supplier,
  from,
  to,
  decidedBy: by,
  ids,
}: Omit<AdminOrderFilter, 'search'>): SQL | undefined {
  return and(
    status && or(...[status].flat().map((each) => hasStatus(each, supplier))),
    supplier === undefined ? undefined : and(isOpen, sql`${orders.id} in ${ordersAtSupplier(supplier)}`),
    userId === undefined ? undefined : eq(orders.userId, userId),
    serviceId === undefined ? undefined : eq(orders.serviceId, serviceId),
    datedWithinDays(orders.createdAt, { from, to }),
    by === undefined ? undefined : inArray(orders.id, ordersDecidedBy(by)),
    ids && inArray(orders.id, ids),
  );
}

/** The search conditions, except for a single id; a list of ids is one of them. One or two letters are not searched in links. */
export async function waysToFindOrders(db: Db, search: string): Promise<(SQL | undefined)[]> {
  return [sql`${orders.userId} in (${usersFound(search)})`, ...(await waysBesidesCustomers(db, search))];
}

/** {@link waysToFindOrders} without the customer's names. */
export async function waysBesidesCustomers(db: Db, search: string): Promise<(SQL | undefined)[]> {
  const isShort = search.length < SHORTEST_WITHIN;
  const stillNamed = isShort ? ilike(orders.serviceName, containing(search)) : hasWithin(orders.serviceName, search);
  const ofNamedServices = and(await ofServicesNamed(db, search), stillNamed);
  const ids = idsIn(search);
  if (ids.length > 0) return [inArray(orders.id, ids), ofNamedServices];
  return isShort ? [ofNamedServices] : [...waysToFindLink(search), ofNamedServices];
}

/** The text of a link, and the target of one in any spelling. */
function waysToFindLink(search: string): (SQL | undefined)[] {
  const asTyped = isFoundWithin(orders.link, search);
  const read = readLink(search);
  if ('problem' in read || !/[./]/.test(search)) return [asTyped];
  const hasTarget = sql`${orders.targetKey} = ${targetKeyOf(search)}`;
  return [asTyped, ...partsOfSpellings(read).map((part) => and(isFoundWithin(orders.link, part), hasTarget))];
}

/** Texts of which each spelling of a link has one: no index has the target of every order. */
function partsOfSpellings({ link, target: { platform, kind, key: typed } }: LinkRead): string[] {
  const key = typed.toLowerCase();
  const ofLink = link.split(/[^\p{L}\p{N}_-]+/u).filter((part) => key.includes(part.toLowerCase()));
  let parts = ofLink.toSorted((one, other) => other.length - one.length).slice(0, 1);
  if (platform === 'facebook' && (kind === 'page' || kind === 'profile') && !/^\d+$/.test(key)) {
    // Dots in the name of a page mean nothing. Two of them leave a third of the name whole.
    const size = Math.max(SHORTEST_WITHIN, Math.floor(key.length / 3));
    const middle = Math.floor((key.length - size) / 2);
    parts = [key.slice(0, size), key.slice(middle, middle + size), key.slice(-size)];
  }
  // What most links have finds most orders.
  return parts.filter((part) => part.length >= SHORTEST_WITHIN && !'https://www.facebook.com/'.includes(part));
}

/** PostgreSQL gets up to this many service ids; beyond that it estimates better by the orders' own names. */
const MOST_NAMED = 1_000;

/** For one or two letters the services are looked up first: PostgreSQL would misjudge their number and scan all orders. */
async function ofServicesNamed(db: Db, search: string): Promise<SQL> {
  const named = sql`${orders.serviceId} in (select ${services.id} from ${services} where ${onceNamed(search)})`;
  if (search.length >= SHORTEST_WITHIN) return named;
  const found = await db
    .select({ id: services.id })
    .from(services)
    .where(onceNamed(search))
    .limit(MOST_NAMED + 1);
  if (found.length > MOST_NAMED) return named;
  return sql`${orders.serviceId} = any(${sql.param(found.map(({ id }) => id))}::bigint[])`;
}

/** Orders with at least one step taken by this admin, or by this automatic reviewer. */
function ordersDecidedBy(by: number | Reviewer): SQL {
  const isBy = decidedBy({ admin: orderEvents.actorId, decider: orderEvents.decider }, by);
  return sql`(select ${orderEvents.orderId} from ${orderEvents} where ${isBy})`;
}

/** An order stores its service's name, so former names are searched, too. */
function onceNamed(search: string): SQL {
  const { name, formerNames } = services;
  const pattern = containing(search);
  // Written like the index `services_names_idx`. If the index does not help, the function would cost more than its parts.
  if (search.length >= SHORTEST_WITHIN) return sql`all_names(${name}, ${formerNames}) ilike ${pattern}`;
  return sql`(${name} ilike ${pattern} or array_to_string(${formerNames}, chr(10)) ilike ${pattern})`;
}
