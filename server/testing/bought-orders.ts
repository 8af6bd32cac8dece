import { sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { forwards } from '#db/schema/forwards.ts';
import type { suppliers } from '#db/schema/suppliers.ts';
import type { ServiceType } from '#shared/service-types.ts';
import { costNanosOf, supplierCostOf, supplierMicros } from '#shared/supplier-money.ts';
import { bookPurchase } from '../suppliers/books.ts';
import { makeOrder, makeService, type TestUser } from './factories.ts';
import type { SupplierServer } from './supplier-server.ts';

/** An order whose purchase is unknown, as rows only. */
export async function makeUnknown(
  db: Db,
  { customer, supplier }: { customer: TestUser; supplier: typeof suppliers.$inferSelect },
) {
  const { id: orderId } = await makeOrder(db, customer);
  const { ratePicos, id: supplierId } = supplier;
  const costNanos = costNanosOf(1000, COST, 1000, ratePicos);
  const [row] = await db
    .insert(forwards)
    .values({
      ...{ orderId, state: 'unknown', dueAt: null, supplierId, externalId: '101', attempts: 1 },
      ...{ costMicros: COST, ratePicos, costNanos, sentAt: sql`now()`, unknownSince: sql`now()` },
    })
    .returning({ id: forwards.id });
  if (!row) throw new Error('inserting a forward returned no row');
  return { id: row.id, orderId };
}

interface Overrides {
  quantity?: number;
  type?: ServiceType;
  /** Columns of the service, such as `cancel`. */
  service?: Parameters<typeof makeService>[1];
  forward?: Partial<typeof forwards.$inferInsert>;
}

/** Ids that the test server does not give itself. */
let lastExternalId = 900_000;
const COST = supplierMicros(900_000);

/**
 * An order that a supplier has accepted and that is booked: its service costs 0.90 there, and $1 here. The test server, if
 * there is one, knows it as pending. The customer's wallet needs enough money.
 */
export async function makeBought<Customer extends TestUser>(
  db: Db,
  {
    customer,
    server,
    supplier,
  }: { customer: Customer; server?: SupplierServer; supplier: typeof suppliers.$inferSelect },
  { quantity = 1000, type = 'default', service, forward = {} }: Overrides = {},
) {
  const { id: serviceId, per } = await makeService(db, { type, ...service });
  const order = await makeOrder(db, customer, { serviceId, quantity: type === 'package' ? undefined : quantity });
  const externalOrderId = String(++lastExternalId);
  const costMicros = supplierCostOf(order.quantity, COST, per);
  const charge = Math.ceil(Number(costMicros));
  server?.orders.set(externalOrderId, {
    ...{ service: '101', link: order.link, quantity: order.quantity, status: 'Pending', charge, startCount: 0 },
    remains: order.quantity,
  });
  const { ratePicos } = supplier;
  const id = await db.transaction(async (tx) => {
    const [row] = await tx
      .insert(forwards)
      .values({
        ...{ orderId: order.id, state: 'accepted', dueAt: null, supplierId: supplier.id, externalId: '101' },
        ...{ externalOrderId, costMicros, ratePicos, costNanos: costNanosOf(order.quantity, COST, per, ratePicos) },
        ...{
          acceptedAt: sql`now()`,
          statusDueAt: sql`now() + interval '1 minute'`,
        },
        ...forward,
      })
      .returning({ id: forwards.id });
    if (!row) throw new Error('inserting a forward returned no row');
    await bookPurchase(tx, { supplierId: supplier.id, forwardId: row.id, amountMicros: costMicros });
    return row.id;
  });
  return { id, order, customer, externalOrderId };
}
