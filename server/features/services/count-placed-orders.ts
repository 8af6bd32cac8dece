import { sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { services } from '#db/schema/services.ts';
import { salesPerService } from './service-figures.ts';

/**
 * Stores the number of orders with each service, so that an index can sort by it. Counting with each order would make all orders of a
 * service wait for each other.
 */
export async function countPlacedOrders(db: Db): Promise<void> {
  salesPerService.forget(db);
  const sales = [...(await salesPerService.get(db))].sort(([one], [other]) => one - other);
  const ids = sql.param(sales.map(([id]) => id));
  const counts = sql.param(sales.map(([, sold]) => sold));
  await db.transaction(async (tx) => {
    // Concurrent processes lock the rows in the same order.
    await tx.execute(sql`select from ${services} where id = any(${ids}::bigint[]) order by id for no key update`);
    await tx.execute(sql`
      update ${services} set counted_orders = counted.orders
      from unnest(${ids}::bigint[], ${counts}::int[]) as counted (id, orders)
      where ${services.id} = counted.id and ${services.countedOrders} <> counted.orders`);
  });
}
