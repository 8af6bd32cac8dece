import { eq } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orders } from '#db/schema/orders.ts';
import type { Actor } from '#shared/users.ts';
import { cachedRead } from '../../base/cache/cached-read.ts';
import { assertAdmin } from '../../base/identity/assert-admin.ts';

/** Counts all orders, at most some seconds ago. Admins only. */
export async function countAllOrders(db: Db, actor: Actor): Promise<number> {
  assertAdmin(actor);
  return counts.get(db);
}

/** Counts the caller's orders, at most some seconds ago. */
export function countOrders(db: Db, { id }: Actor): Promise<number> {
  return counts.get(db, String(id));
}

const counts = cachedRead((db, userId) => db.$count(orders, userId ? eq(orders.userId, Number(userId)) : undefined), {
  freshForMs: 5_000,
  maxKeys: 1_000,
});
