import { eq } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { orders } from '../../../db/schema/orders.ts';
import type { Actor } from '../../../shared/users.ts';
import { cachedRead } from '../../cache/cached-read.ts';
import { assertAdmin } from '../../identity/assert-admin.ts';

/**
 * How many orders everybody has together, at most some seconds old.
 * @throws DomainError `forbidden` unless an admin asks.
 */
export async function countAllOrders(db: Db, actor: Actor): Promise<number> {
  assertAdmin(actor);
  return counts.get(db);
}

/** How many orders the caller has, at most some seconds old. */
export function countOrders(db: Db, { id }: Actor): Promise<number> {
  return counts.get(db, String(id));
}

const counts = cachedRead((db, userId) => db.$count(orders, userId ? eq(orders.userId, Number(userId)) : undefined), {
  freshForMs: 5_000,
  maxKeys: 1_000,
});
