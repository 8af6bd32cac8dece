import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orderRequests } from '#db/schema/order-parts.ts';
import { orders } from '#db/schema/orders.ts';
import type { AskableOrders } from '#shared/order-requests.ts';
import type { Actor } from '#shared/users.ts';
import { readAskables } from './askables.ts';

/** Returns the possible requests and the open request of each of these own orders. Other customers' orders and unknown ids are left out. */
export async function readAskable(db: Db, actor: Actor, { ids }: { ids: number[] }): Promise<AskableOrders> {
  const own = await db
    .select({ id: orders.id, open: { kind: orderRequests.kind, status: orderRequests.status } })
    .from(orders)
    .leftJoin(orderRequests, and(eq(orderRequests.orderId, orders.id), isNull(orderRequests.closedAt)))
    .where(and(inArray(orders.id, ids), eq(orders.userId, actor.id)));
  const askables = await readAskables(
    db,
    own.map(({ id }) => id),
  );
  return {
    items: own.flatMap(({ id, open }) => {
      const askable = askables.get(id);
      return askable ? [{ id, askable, open }] : [];
    }),
  };
}
