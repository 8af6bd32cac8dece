import { and, asc, eq, type SQL } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orderEvents, orders } from '#db/schema/orders.ts';
import { services } from '#db/schema/services.ts';
import { users } from '#db/schema/users.ts';
import type { ByIdOrRequestId } from '#shared/numbers.ts';
import { isOpen } from '#shared/order-status.ts';
import type { AdminOrderWithEvents, OrderWithEvents } from '#shared/orders.ts';
import type { Actor } from '#shared/users.ts';
import { apiSettings } from '../../base/cache/api-settings.ts';
import { DomainError } from '../../base/errors.ts';
import { assertAdmin } from '../../base/identity/assert-admin.ts';
import { withoutReviewer } from '../../base/identity/decided-by.ts';
import { bengaliNames, inBengali } from '../../base/lists/bengali-names.ts';
import { deliveryTimes } from '../../base/lists/delivery-times.ts';
import { misfitOf } from '../../money/assert-fits.ts';
import { suppliersOf } from '../../suppliers/at-supplier.ts';
import { adminOrderColumns, commentsColumn, targetColumns } from './order-rows.ts';
import { readForwardsOfOrder } from './purchases/forward-rows.ts';
import { readAskables } from './requests/askables.ts';
import { readRequestsOf, withoutNames } from './requests/request-rows.ts';

/**
 * One order with its timeline, oldest first. Customers read their own, admins any by its id; only admins see who decided.
 * @param named by the id, or by the caller's own request id; that of `placeMany` names its first order
 * @throws DomainError `not_found`, also for another customer's order
 */
export async function getOrder(db: Db, actor: Actor, named: ByIdOrRequestId): Promise<OrderWithEvents> {
  const isAdmin = actor.role === 'admin';
  const isAny = isAdmin && named.requestId === undefined;
  const row = await readOrder(db, named, isAny ? undefined : eq(orders.userId, actor.id));
  const { user: _, events, ...order } = inBengali(await bengaliNames.get(db), row);
  if (isAdmin) return { ...order, events };
  return {
    ...order,
    events: events.map((event) => ({ ...event, by: withoutReviewer(event.by), byName: null })),
    requests: order.requests.map(withoutNames),
  };
}

/** Any order with its customer and its timeline, oldest first. Admins only. */
export async function getAnyOrder(db: Db, actor: Actor, { id }: { id: number }): Promise<AdminOrderWithEvents> {
  assertAdmin(actor);
  const [order, purchases] = await Promise.all([readOrder(db, { id }), readForwardsOfOrder(db, id)]);
  const at = isOpen(order.status) ? await suppliersOf(db, [id]) : undefined;
  return { ...order, atSupplier: at?.get(id), purchases };
}

/**
 * One order with its customer and timeline. Callers remove fields that their caller may not see.
 * @throws DomainError `not_found`, also if `filter` does not match
 */
async function readOrder(
  db: Db,
  { requestId, ...named }: ByIdOrRequestId,
  filter?: SQL,
): Promise<Omit<AdminOrderWithEvents, 'purchases'>> {
  const isNamed = requestId === undefined ? eq(orders.id, named.id ?? 0) : eq(orders.requestId, requestId);
  const [order] = await db
    .select({ ...adminOrderColumns, comments: commentsColumn })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .where(and(isNamed, filter));
  if (!order) throw new DomainError('not_found');
  const { id } = order;
  const changes = await db
    .select({
      seq: orderEvents.seq,
      status: orderEvents.to,
      decider: orderEvents.decider,
      byName: users.userName,
      reason: orderEvents.reason,
      at: orderEvents.at,
    })
    .from(orderEvents)
    .leftJoin(users, eq(users.id, orderEvents.actorId))
    .where(eq(orderEvents.orderId, id))
    .orderBy(asc(orderEvents.seq));
  const [{ linkFit }, askables, [service], requests, times] = await Promise.all([
    apiSettings.get(db),
    readAskables(db, [id]),
    db.select(targetColumns).from(services).where(eq(services.id, order.serviceId)),
    readRequestsOf(db, id),
    deliveryTimes.get(db),
  ]);
  const askable = askables.get(id);
  if (!askable) throw new Error(`Order ${id} has no service`);
  const placed = { seq: 0, status: 'pending', by: 'customer', byName: order.user.userName, reason: null } as const;
  return {
    ...order,
    comments: order.comments?.split('\n') ?? null,
    askable,
    requests,
    misfit: linkFit === 'off' ? null : misfitOf(order.link, service),
    usualMinutes: times.get(order.serviceId)?.medianMinutes ?? null,
    events: [
      { ...placed, at: order.createdAt },
      ...changes.map(({ decider, ...change }) => ({ ...change, by: decider ?? ('admin' as const) })),
    ],
  };
}
