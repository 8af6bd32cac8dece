import { and, eq, ne, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orders } from '#db/schema/orders.ts';
import { users } from '#db/schema/users.ts';
import type { AdminOrderSort } from '#shared/history-sorts.ts';
import { isOpen } from '#shared/order-status.ts';
import type { AdminOrder, AdminOrderFilter, AdminOrderListInput, AdminOrderPage } from '#shared/orders.ts';
import type { BoundedCount } from '#shared/review-queue.ts';
import type { Actor } from '#shared/users.ts';
import { assertAdmin } from '../../base/identity/assert-admin.ts';
import { countMatching } from '../../base/lists/bounded-count.ts';
import type { Skipping } from '../../base/lists/keyset.ts';
import { reviewSorts } from '../../base/lists/review-sorts.ts';
import { idsFound } from '../../base/lists/search-arms.ts';
import { idIn, idsIn, SHORTEST_WITHIN } from '../../base/lists/search-text.ts';
import { afterCursor, sortedBy, sortedPageFrom } from '../../base/lists/sorted-keyset.ts';
import { suppliersOf } from '../../suppliers/at-supplier.ts';
import { orderFilter, waysToFindOrders } from './order-filter.ts';
import { adminOrderColumns } from './order-rows.ts';

/**
 * Lists all customers' orders, newest first by default. `search` finds text in customer, service name and link. The order with that id
 * comes first; several ids ("1042, 1043") are found too. `open` leaves out orders at suppliers, unless `supplier` asks for them.
 * Admins only.
 */
export async function listAllOrders(
  db: Db,
  actor: Actor,
  input: AdminOrderListInput & Skipping,
): Promise<AdminOrderPage> {
  assertAdmin(actor);
  const { search, from, to, sort = 'newest', cursor, limit, skip = 0 } = input;
  const { name, order, by } = sortOf(sort, Boolean(from ?? to));
  const wanted = orderFilter(input);
  const number = search ? idIn(search) : undefined;
  const called = number !== undefined && !cursor ? await select(db).where(and(wanted, eq(orders.id, number))) : [];
  const left = Math.max(1, limit - called.length);
  const filter = and(
    wanted,
    afterCursor(name, order, cursor),
    number === undefined ? undefined : ne(orders.id, number),
  );
  const found = search && {
    ways: await waysToFindOrders(db, search),
    filter,
    newest: skip + left + 1,
    by,
    oldestFirst: !order.descending,
  };
  const page = (found ? ofFound(db, idsFound(orders.id, found)) : select(db).where(filter))
    .orderBy(...sortedBy(order))
    .limit(left + 1)
    .offset(skip);
  // A plain search is prepared once per connection but planned for each text: the generic plan looks twenty times as expensive. One or
  // two letters would get it.
  const isPlain =
    search && search.length >= SHORTEST_WITHIN && idsIn(search).length === 0 && !filter && sort === 'newest';
  const rows = await (isPlain ? page.prepare('orders_found').execute() : page);
  const { items, nextCursor } = sortedPageFrom(rows, left, name, order);
  const all = [...called, ...items];
  const open = all.filter(({ status }) => isOpen(status));
  const at = await suppliersOf(
    db,
    open.map(({ id }) => id),
  );
  return { items: all.map((each) => ({ ...each, atSupplier: at.get(each.id) })), nextCursor };
}

/** Counts the orders that match a filter, up to a limit. Admins only. */
export async function countMatchingOrders(db: Db, actor: Actor, input: AdminOrderFilter): Promise<BoundedCount> {
  assertAdmin(actor);
  const { search } = input;
  const ways = search ? await waysToFindOrders(db, search) : [];
  return countMatching(db, orders.id, { search, filter: orderFilter(input), ways });
}

function select(db: Db) {
  return db.select(adminOrderColumns).from(orders).innerJoin(users, eq(users.id, orders.userId));
}

/** A join, because PostgreSQL takes longer to plan `in`. */
function ofFound(db: Db, found: SQL) {
  return select(db).innerJoin(sql`${found} as found`, sql`found.id = ${orders.id}`);
}

const sortOf = reviewSorts<AdminOrder, AdminOrderSort>(orders, {
  newest: { descending: true },
  oldest: { descending: false },
  largest: { number: [orders.chargeNanos, ({ chargeNanos }) => chargeNanos], descending: true },
  smallest: { number: [orders.chargeNanos, ({ chargeNanos }) => chargeNanos], descending: false },
  mostUnits: { number: [orders.quantity, ({ quantity }) => quantity], descending: true },
  fewestUnits: { number: [orders.quantity, ({ quantity }) => quantity], descending: false },
});
