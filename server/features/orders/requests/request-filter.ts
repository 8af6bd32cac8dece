import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orderRequestEvents, orderRequests } from '#db/schema/order-parts.ts';
import { orders } from '#db/schema/orders.ts';
import { decidedBy } from '#server/base/lists/decided-by.ts';
import { idIn } from '#server/base/lists/search-text.ts';
import { datedWithinDays } from '#server/base/lists/shop-days.ts';
import { usersFound } from '#server/base/lists/users-matching.ts';
import type { AdminRequestFilter } from '#shared/admin-requests.ts';
import type { RequestStatus } from '#shared/request-status.ts';
import type { Reviewer } from '#shared/reviewers.ts';
import { waysBesidesCustomers } from '../order-filter.ts';

/** Literals, so that a prepared query is planned for the status. */
const hasStatus: Record<RequestStatus, SQL> = {
  pending: sql`${orderRequests.status} = 'pending'`,
  accepted: sql`${orderRequests.status} = 'accepted'`,
  rejected: sql`${orderRequests.status} = 'rejected'`,
  done: sql`${orderRequests.status} = 'done'`,
};

/** The condition of an admin's filter, without the search. */
export function requestFilter({
  status,
  kind,
  userId,
  serviceId,
  orderIds,
  from,
  to,
  decidedBy: by,
  ids,
}: Omit<AdminRequestFilter, 'search'>): SQL | undefined {
  return and(
    status && (status === 'open' ? isNull(orderRequests.closedAt) : hasStatus[status]),
    kind && eq(orderRequests.kind, kind),
    userId === undefined ? undefined : eq(orderRequests.userId, userId),
    serviceId === undefined ? undefined : ofOrders(eq(orders.serviceId, serviceId)),
    orderIds && inArray(orderRequests.orderId, orderIds),
    datedWithinDays(orderRequests.createdAt, { from, to }),
    by === undefined ? undefined : inArray(orderRequests.id, requestsDecidedBy(by)),
    ids && inArray(orderRequests.id, ids),
  );
}

/** The search conditions: a request is found by its order. A number is an order's. */
export async function waysToFindRequests(db: Db, search: string): Promise<SQL[]> {
  const number = idIn(search);
  const ofTheirs = sql`${orderRequests.userId} in (${usersFound(search)})`;
  const ofFound = [ofTheirs, ...(await waysBesidesCustomers(db, search)).map(ofOrders)];
  return number === undefined ? ofFound : [eq(orderRequests.orderId, number), ...ofFound];
}

/** Requests with at least one decision by this admin, or by this automatic reviewer. */
function requestsDecidedBy(by: number | Reviewer): SQL {
  const isBy = decidedBy({ admin: orderRequestEvents.actorId, decider: orderRequestEvents.decider }, by);
  return sql`(select ${orderRequestEvents.orderRequestId} from ${orderRequestEvents} where ${isBy})`;
}

/** Requests are fewer than orders, so each looks up its order. */
function ofOrders(condition: SQL | undefined): SQL {
  return sql`exists (select from ${orders} where ${and(eq(orders.id, orderRequests.orderId), condition)})`;
}
