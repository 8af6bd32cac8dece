import { and, inArray, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { forwards, isAtSupplier } from '#db/schema/forwards.ts';
import { orders } from '#db/schema/orders.ts';
import { suppliers } from '#db/schema/suppliers.ts';
import { isOpen } from '#shared/order-status.ts';
import type { AdminOrder } from '#shared/orders.ts';

/** Where it was sent last. A restored one may have been sent to the next one. */
const supplierOf = sql<number | null>`coalesce(${forwards.supplierId}, ${forwards.nextSupplierId})`;

/** The orders that have not ended at any supplier, or at one, as a subquery. Open orders of it are at a supplier. */
export function ordersAtSupplier(supplier: 'any' | number): SQL {
  const atThis = supplier === 'any' ? sql.empty() : sql` and ${supplierOf} = ${supplier}`;
  return sql`(select ${forwards.orderId} from ${forwards} where ${sql.raw(isAtSupplier)}${atThis})`;
}

/** Adds the supplier that has it to each open order that is at one. */
export async function withSuppliers(db: Db, found: AdminOrder[]): Promise<AdminOrder[]> {
  const ids = found.filter(({ status }) => isOpen(status)).map(({ id }) => id);
  if (ids.length === 0) return found;
  const rows = await db
    .select({
      orderId: forwards.orderId,
      supplierId: supplierOf.mapWith(forwards.supplierId),
      supplierName: suppliers.name,
      externalOrderId: forwards.externalOrderId,
      supplierStatus: forwards.supplierStatus,
    })
    .from(forwards)
    .leftJoin(suppliers, sql`${suppliers.id} = ${supplierOf}`)
    .where(and(inArray(forwards.orderId, ids), sql.raw(isAtSupplier)));
  const byOrder = new Map(rows.map(({ orderId, ...atSupplier }) => [orderId, atSupplier]));
  return found.map((order) => ({ ...order, atSupplier: byOrder.get(order.id) }));
}

/** How many open orders are at suppliers. */
export function countAtSuppliers(db: Db): Promise<number> {
  const open = sql`${orders.status} in ('pending', 'processing')`;
  return db.$count(orders, and(open, sql`${orders.id} in ${ordersAtSupplier('any')}`));
}
