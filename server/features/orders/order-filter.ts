import { and, eq, ilike, inArray, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orderEvents, orders } from '#db/schema/orders.ts';
import { services } from '#db/schema/services.ts';
import type { OrderStatus } from '#shared/order-status.ts';
import type { AdminOrderFilter } from '#shared/orders.ts';
import { containing, hasWithin, idsIn, isFoundWithin, SHORTEST_WITHIN } from '../../lists/search-text.ts';
import { datedWithinDays } from '../../lists/shop-days.ts';
import { usersFound } from '../../lists/users-matching.ts';

/** In the words of the index `orders_open_idx`: with parameters in their place it could not be used. */
const isOpen = sql`${orders.status} in ('pending', 'processing')`;

const hasStatus: Record<OrderStatus, SQL> = {
  pending: sql`${orders.status} = 'pending'`,
  processing: sql`${orders.status} = 'processing'`,
  completed: sql`${orders.status} = 'completed'`,
  partial: sql`${orders.status} = 'partial'`,
  rejected: sql`${orders.status} = 'rejected'`,
};

/** For `where`: the orders that an admin's filter leaves, search apart. */
export function orderFilter({
  status,
  userId,
  serviceId,
  from,
  to,
  decidedBy,
  ids,
}: Omit<AdminOrderFilter, 'search'>): SQL | undefined {
  return and(
    status && (status === 'open' ? isOpen : hasStatus[status]),
    userId === undefined ? undefined : eq(orders.userId, userId),
    serviceId === undefined ? undefined : eq(orders.serviceId, serviceId),
    datedWithinDays(orders.createdAt, { from, to }),
    decidedBy === undefined ? undefined : inArray(orders.id, ordersDecidedBy(decidedBy)),
    ids && inArray(orders.id, ids),
  );
}

/** Each way in which a search finds an order, a single number apart; several are one of them. One or two letters are not looked for in links. */
export async function waysToFindOrders(db: Db, search: string): Promise<(SQL | undefined)[]> {
  const isShort = search.length < SHORTEST_WITHIN;
  const stillNamed = isShort ? ilike(orders.serviceName, containing(search)) : hasWithin(orders.serviceName, search);
  const ofNamedServices = and(await ofServicesNamed(db, search), stillNamed);
  const ofTheirs = sql`${orders.userId} in (${usersFound(search)})`;
  const ids = idsIn(search);
  if (ids.length > 0) return [inArray(orders.id, ids), ofTheirs, ofNamedServices];
  return isShort ? [ofTheirs, ofNamedServices] : [isFoundWithin(orders.link, search), ofTheirs, ofNamedServices];
}

/** PostgreSQL gets up to so many service ids; beyond that it estimates better by the orders' own names. */
const MOST_NAMED = 1_000;

/** For one or two letters the services are looked up first: PostgreSQL would misjudge their number and read all orders. */
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

/** Those of whose steps an admin took at least one. */
function ordersDecidedBy(actorId: number): SQL {
  return sql`(select ${orderEvents.orderId} from ${orderEvents} where ${orderEvents.actorId} = ${actorId})`;
}

/** An order keeps its service's name, so what a service was called before is looked through, too. */
function onceNamed(search: string): SQL {
  const { name, formerNames } = services;
  const pattern = containing(search);
  // In the words of the index `services_names_idx`; where it does not help, its function would cost more than what it consists of.
  if (search.length >= SHORTEST_WITHIN) return sql`all_names(${name}, ${formerNames}) ilike ${pattern}`;
  return sql`(${name} ilike ${pattern} or array_to_string(${formerNames}, chr(10)) ilike ${pattern})`;
}
