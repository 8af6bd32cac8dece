import { and, desc, eq, ilike, inArray, lt, or } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { orders } from '../../../db/schema/orders.ts';
import type { OrderListInput, OrderPage } from '../../../shared/orders.ts';
import type { Actor } from '../../../shared/users.ts';
import { idFromCursor, pageFrom, type Skipping } from '../../lists/keyset.ts';
import { containing, idIn } from '../../lists/search-text.ts';
import { orderColumns } from './order-rows.ts';

/**
 * The caller's own orders, newest first.
 * @param input `search` finds text in service name and link, or an order by its number
 * @throws DomainError `bad_input` for a cursor that no such list gave out.
 */
export async function listOrders(db: Db, actor: Actor, input: OrderListInput & Skipping): Promise<OrderPage> {
  const { status, search, limit, skip = 0 } = input;
  const beforeId = idFromCursor(input.cursor);
  const rows = await db
    .select(orderColumns)
    .from(orders)
    .where(
      and(
        eq(orders.userId, actor.id),
        beforeId === undefined ? undefined : lt(orders.id, beforeId),
        status && inArray(orders.status, [status].flat()),
        search ? matches(search) : undefined,
      ),
    )
    .orderBy(desc(orders.id))
    .limit(limit + 1)
    .offset(skip);
  return pageFrom(rows, limit, (order) => order.id);
}

function matches(search: string) {
  const pattern = containing(search);
  const id = idIn(search);
  return or(
    ilike(orders.serviceName, pattern),
    ilike(orders.link, pattern),
    id === undefined ? undefined : eq(orders.id, id),
  );
}
