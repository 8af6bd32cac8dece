import { and, eq, inArray } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orders } from '#db/schema/orders.ts';
import type { AskableOrders } from '#shared/order-requests.ts';
import type { Actor } from '#shared/users.ts';
import { readAskables } from './askables.ts';

/** What the caller can ask for each of these own orders now. Others' and unknown ones are left out. */
export async function readAskable(db: Db, actor: Actor, { ids }: { ids: number[] }): Promise<AskableOrders> {
  const own = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(inArray(orders.id, ids), eq(orders.userId, actor.id)));
  const askables = await readAskables(
    db,
    own.map(({ id }) => id),
  );
  return { items: [...askables].map(([id, askable]) => ({ id, askable })) };
}
