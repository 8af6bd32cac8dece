import { eq } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { orders } from '../../../db/schema/orders.ts';
import type { OrderWithEvents } from '../../../shared/orders.ts';
import type { Actor } from '../../../shared/users.ts';
import { readOrder } from './read-order.ts';

/**
 * One order with its timeline, oldest first. Customers read their own, admins any; only admins are told who decided.
 * @throws DomainError `not_found`, for another customer's order as for one that never was.
 */
export async function getOrder(db: Db, actor: Actor, { id }: { id: number }): Promise<OrderWithEvents> {
  const isAdmin = actor.role === 'admin';
  const { user: _, events, ...order } = await readOrder(db, id, isAdmin ? undefined : eq(orders.userId, actor.id));
  return { ...order, events: isAdmin ? events : events.map((event) => ({ ...event, byName: null })) };
}
