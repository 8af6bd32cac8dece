import { and, eq, ilike, inArray, type SQL, sql } from 'drizzle-orm';
import { orderEvents, orders } from '../../../db/schema/orders.ts';
import { services } from '../../../db/schema/services.ts';
import type { OrderStatus } from '../../../shared/order-status.ts';
import type { AdminOrderFilter } from '../../../shared/orders.ts';
import { containing } from '../../lists/search-text.ts';
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
export function ordersWanted({
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

/** Shorter ones no index of three letters finds. */
const SHORTEST_IN_LINKS = 3;

/** Each way in which a search finds an order, its number apart. One or two letters are not looked for in links. */
export function waysToFindOrders(search: string): (SQL | undefined)[] {
  const pattern = containing(search);
  return [
    ...(search.length < SHORTEST_IN_LINKS ? [] : [ilike(orders.link, pattern)]),
    sql`${orders.userId} in (${usersFound(pattern)})`,
    and(sql`${orders.serviceId} in (${servicesOnceNamed(pattern)})`, ilike(orders.serviceName, pattern)),
  ];
}

/** Those of whose steps an admin took at least one. */
function ordersDecidedBy(actorId: number): SQL {
  return sql`(select ${orderEvents.orderId} from ${orderEvents} where ${orderEvents.actorId} = ${actorId})`;
}

/** An order keeps its service's name, so what a service was called before is looked through, too. */
function servicesOnceNamed(pattern: string): SQL {
  const { id, name, formerNames } = services;
  return sql`select ${id} from ${services} where ${name} ilike ${pattern}
    or array_to_string(${formerNames}, chr(10)) ilike ${pattern}`;
}
