import { desc, eq, ilike, or, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orders } from '#db/schema/orders.ts';
import { services } from '#db/schema/services.ts';
import { users } from '#db/schema/users.ts';
import { containing } from '#server/base/lists/search-text.ts';
import { adminOrderColumns } from '#server/features/orders/order-rows.ts';

/** Joins everything and filters by one condition. It finds the same as the panel's search. */
export function naiveSearch(db: Db, search: string, limit: number) {
  const pattern = containing(search);
  return db
    .select(adminOrderColumns)
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .innerJoin(services, eq(services.id, orders.serviceId))
    .where(
      or(
        sql`${orders.id}::text = ${search}`,
        ilike(users.userName, pattern),
        ilike(users.name, pattern),
        ilike(users.email, pattern),
        ilike(users.phone, pattern),
        ilike(orders.serviceName, pattern),
        ilike(orders.link, pattern),
      ),
    )
    .orderBy(desc(orders.id))
    .limit(limit);
}
