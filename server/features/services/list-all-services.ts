import { and } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { services } from '#db/schema/services.ts';
import type { AdminServiceListInput, AdminServicePage } from '#shared/admin-services.ts';
import type { Actor } from '#shared/users.ts';
import { assertAdmin } from '../../base/identity/assert-admin.ts';
import { withinCategory } from '../../base/lists/categories.ts';
import { afterCursor, sortedBy, sortedPageFrom } from '../../base/lists/sorted-keyset.ts';
import { promisingInVain } from './promising-in-vain.ts';
import { serviceFilter } from './search-services.ts';
import { adminServiceColumns, presentServices } from './service-rows.ts';
import { sortColumns, sortOrder } from './service-sorts.ts';

/** A page of services by the filter `shelf`, by default all that are not deleted, with the number of matches. Admins only. */
export async function listAllServices(
  db: Db,
  actor: Actor,
  { sort, limit, cursor, category, ...filter }: AdminServiceListInput,
): Promise<AdminServicePage> {
  assertAdmin(actor);
  const within = await withinCategory(db, category);
  const order = sortOrder(sort, within);
  const matching = serviceFilter({ ...filter, ...(await promisingInVain(db, filter.shelf)), within });
  const [rows, total] = await Promise.all([
    db
      .select({ ...adminServiceColumns, ...sortColumns })
      .from(services)
      .where(and(matching, afterCursor(sort, order, cursor)))
      .orderBy(...sortedBy(order))
      .limit(limit + 1),
    db.$count(services, matching),
  ]);
  const { items, nextCursor } = sortedPageFrom(rows, limit, sort, order);
  const shown = items.map(({ countedOrders: _orders, shelfRank: _rank, ...row }) => row);
  return { items: await presentServices(db, shown), nextCursor, total };
}
