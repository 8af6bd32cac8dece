import { and, inArray, type SQL, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/client.ts';
import { forwards, isAtSupplier } from '#db/schema/forwards.ts';
import { orders } from '#db/schema/orders.ts';
import { suppliers } from '#db/schema/suppliers.ts';
import type { AtSupplier } from '#shared/forward-states.ts';

/** Where it was sent last. A restored one may have been sent to the next one. */
const supplierOf = sql<number | null>`coalesce(${forwards.supplierId}, ${forwards.nextSupplierId})`;

/** The orders that have not ended at any supplier, or at one, as a subquery. Open orders of it are at a supplier. */
export function ordersAtSupplier(supplier: 'any' | number): SQL {
  const atThis = supplier === 'any' ? sql.empty() : sql` and ${supplierOf} = ${supplier}`;
  return sql`(select ${forwards.orderId} from ${forwards} where ${sql.raw(isAtSupplier)}${atThis})`;
}

/** The condition of open orders that wait for a decision. Not `not in`: PostgreSQL would compare each order with all others. */
export const isAtNoSupplier = sql`not exists (
  select from ${forwards} where ${forwards.orderId} = ${orders.id} and ${sql.raw(isAtSupplier)})`;

/** The suppliers that have these open orders, by order. */
export async function suppliersOf(db: Db | Tx, orderIds: number[]): Promise<Map<number, AtSupplier>> {
  if (orderIds.length === 0) return new Map();
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
    .where(and(inArray(forwards.orderId, orderIds), sql.raw(isAtSupplier)));
  return new Map(rows.map(({ orderId, ...atSupplier }) => [orderId, atSupplier]));
}
