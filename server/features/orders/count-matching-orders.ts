import { eq, inArray } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { orders } from '../../../db/schema/orders.ts';
import type { BoundedCount } from '../../../shared/desk.ts';
import type { AdminOrderFilter } from '../../../shared/orders.ts';
import type { Actor } from '../../../shared/users.ts';
import { assertAdmin } from '../../identity/assert-admin.ts';
import { boundedCount, MOST_COUNTED } from '../../lists/bounded-count.ts';
import { idsFound } from '../../lists/search-arms.ts';
import { idIn } from '../../lists/search-text.ts';
import { orderFilter, waysToFindOrders } from './order-filter.ts';

/** Counts the orders that a filter finds, up to a bound. Admins only. */
export async function countMatchingOrders(db: Db, actor: Actor, input: AdminOrderFilter): Promise<BoundedCount> {
  assertAdmin(actor);
  const { search } = input;
  const filter = orderFilter(input);
  if (!search) return boundedCount(db, orders, filter);
  const number = idIn(search);
  const ways = [...(await waysToFindOrders(db, search)), ...(number === undefined ? [] : [eq(orders.id, number)])];
  const found = idsFound(orders.id, { ways, filter, newest: MOST_COUNTED + 1 });
  return boundedCount(db, orders, inArray(orders.id, found));
}
