import { and, asc, eq, type SQL } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { orderEvents, orders } from '../../../db/schema/orders.ts';
import { users } from '../../../db/schema/users.ts';
import type { AdminOrderWithEvents } from '../../../shared/orders.ts';
import { DomainError } from '../../errors.ts';
import { adminOrderColumns } from './order-rows.ts';

/**
 * One order with whose it is and its timeline, oldest first, for verbs; what of it a caller may see is the verb's to decide.
 * @param filter whose order it has to be
 * @throws DomainError `not_found`
 */
export async function readOrder(db: Db, id: number, filter?: SQL): Promise<AdminOrderWithEvents> {
  const [order] = await db
    .select(adminOrderColumns)
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .where(and(eq(orders.id, id), filter));
  if (!order) throw new DomainError('not_found');
  const changes = await db
    .select({
      seq: orderEvents.seq,
      status: orderEvents.to,
      byName: users.userName,
      reason: orderEvents.reason,
      at: orderEvents.at,
    })
    .from(orderEvents)
    .innerJoin(users, eq(users.id, orderEvents.actorId))
    .where(eq(orderEvents.orderId, id))
    .orderBy(asc(orderEvents.seq));
  const placed = { seq: 0, status: 'pending', by: 'customer', byName: order.user.userName, reason: null } as const;
  return {
    ...order,
    events: [{ ...placed, at: order.createdAt }, ...changes.map((change) => ({ ...change, by: 'admin' as const }))],
  };
}
