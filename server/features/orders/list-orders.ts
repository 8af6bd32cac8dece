import { and, eq, ilike, inArray, or, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orders } from '#db/schema/orders.ts';
import type { HistorySort } from '#shared/history-sorts.ts';
import type { OrderListInput, OrderPage, OrderRow } from '#shared/orders.ts';
import type { Actor } from '#shared/users.ts';
import { servicesNamedInBengali, withBengaliNames } from '../../base/lists/bengali-names.ts';
import type { Skipping } from '../../base/lists/keyset.ts';
import { containing, idIn, idsIn } from '../../base/lists/search-text.ts';
import { datedWithinDays } from '../../base/lists/shop-days.ts';
import {
  afterCursor,
  idKey,
  numberKey,
  type SortOrder,
  sortedBy,
  sortedPageFrom,
} from '../../base/lists/sorted-keyset.ts';
import { targetKeyOf } from '../../money/target-key.ts';
import { orderColumns } from './order-rows.ts';

/**
 * Lists the caller's own orders, newest first by default. `search` finds text in the service's names and link, or order ids.
 */
export async function listOrders(db: Db, actor: Actor, input: OrderListInput & Skipping): Promise<OrderPage> {
  const { status, search, from, to, sort = 'newest', cursor, limit, skip = 0 } = input;
  const order = sortOrders[sort];
  const found = search ? matches(search, await servicesNamedInBengali(db, search)) : undefined;
  const page = db
    .select(orderColumns)
    .from(orders)
    .where(
      and(
        eq(orders.userId, actor.id),
        afterCursor(sort, order, cursor),
        status && inArray(orders.status, [status].flat()),
        datedWithinDays(orders.createdAt, { from, to }),
        found,
      ),
    )
    .orderBy(...sortedBy(order))
    .limit(limit + 1)
    .offset(skip);
  // Unfiltered first pages are planned once per connection; filtered ones are planned for their filter.
  const isPlain = !search && !status && !from && !to && order.keys.length === 1;
  const rows = await (isPlain ? page.prepare('own_orders').execute() : page);
  const { items, nextCursor } = sortedPageFrom(rows, limit, sort, order);
  return { items: await withBengaliNames(db, items), nextCursor };
}

function matches(search: string, named: readonly number[]) {
  const pattern = containing(search);
  const id = idIn(search);
  const ids = id === undefined ? idsIn(search) : [id];
  return or(
    ilike(orders.serviceName, pattern),
    ilike(orders.link, pattern),
    eq(orders.targetKey, targetKeyOf(search)),
    ids.length === 0 ? undefined : inArray(orders.id, ids),
    named.length === 0 ? undefined : sql`${orders.serviceId} = any(${sql.param(named)}::bigint[])`,
  );
}

const byId = idKey(orders.id);
const byCharge = numberKey<OrderRow>(orders.chargeNanos, (order) => order.chargeNanos);

const sortOrders: Record<HistorySort, SortOrder<OrderRow>> = {
  newest: { keys: [byId], descending: true },
  oldest: { keys: [byId], descending: false },
  largest: { keys: [byCharge, byId], descending: true },
  smallest: { keys: [byCharge, byId], descending: false },
};
