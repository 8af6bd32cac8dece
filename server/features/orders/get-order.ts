import { and, asc, eq } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { orderEvents, orders } from '../../../db/schema/orders.ts';
import { users } from '../../../db/schema/users.ts';
import type { OrderWithEvents } from '../../../shared/orders.ts';
import type { Actor } from '../../../shared/users.ts';
import { DomainError } from '../../errors.ts';
import { adminOrderColumns, presentOrder } from './order-rows.ts';

/**
 * One order with its timeline, oldest first. Customers read their own, admins any; only admins are told who decided.
 * @throws DomainError `not_found`, for another customer's order as for one that never was.
 */
export async function getOrder(db: Db, actor: Actor, { id }: { id: number }): Promise<OrderWithEvents> {
  const isAdmin = actor.role === 'admin';
  const [row] = await db
    .select(adminOrderColumns)
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .where(and(eq(orders.id, id), isAdmin ? undefined : eq(orders.userId, actor.id)));
  if (!row) throw new DomainError('not_found');
  const { user, ...order } = presentOrder(row);
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
  const placed = { seq: 0, status: 'pending', by: 'customer', byName: user.userName, reason: null } as const;
  const events = [
    { ...placed, at: order.createdAt },
    ...changes.map((change) => ({ ...change, by: 'admin' as const })),
  ];
  return { ...order, events: isAdmin ? events : events.map((event) => ({ ...event, byName: null })) };
}
