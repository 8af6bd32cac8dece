import type { Db } from '../../../db/client.ts';
import type { AdminOrderWithEvents } from '../../../shared/orders.ts';
import type { Actor } from '../../../shared/users.ts';
import { assertAdmin } from '../../identity/assert-admin.ts';
import { readOrder } from './read-order.ts';

/**
 * Anybody's order for admins: whose it is, and its timeline with who decided, oldest first.
 * @throws DomainError `forbidden` unless an admin asks, `not_found`
 */
export async function getAnyOrder(db: Db, actor: Actor, { id }: { id: number }): Promise<AdminOrderWithEvents> {
  assertAdmin(actor);
  return readOrder(db, id);
}
