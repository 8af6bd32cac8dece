import { desc, eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db, Tx } from '#db/client.ts';
import { forwards } from '#db/schema/forwards.ts';
import { orders } from '#db/schema/orders.ts';
import { services } from '#db/schema/services.ts';
import { suppliers } from '#db/schema/suppliers.ts';
import { users } from '#db/schema/users.ts';
import { DomainError } from '#server/base/errors.ts';
import type { Forward } from '#shared/forwards.ts';
import { type SupplierMicros, supplierDecimal } from '#shared/supplier-money.ts';
import { AMOUNT_SCALE } from '#shared/suppliers.ts';

const starters = alias(users, 'starters');
const nextSuppliers = alias(suppliers, 'next_suppliers');

/** Forwards with their orders, and the supplier of the last attempt or of the next one. */
export function selectForwards(db: Db | Tx) {
  return db
    .select({
      id: forwards.id,
      orderId: forwards.orderId,
      orderStatus: orders.status,
      state: forwards.state,
      requestId: forwards.requestId,
      customer: { id: users.id, userName: users.userName },
      serviceId: orders.serviceId,
      serviceName: orders.serviceName,
      hasRefill: sql<boolean>`${services.refillDays} is not null`,
      link: orders.link,
      quantity: orders.quantity,
      chargeNanos: orders.chargeNanos,
      last: { id: suppliers.id, name: suppliers.name, currency: suppliers.currency, idempotent: suppliers.idempotent },
      next: {
        id: nextSuppliers.id,
        name: nextSuppliers.name,
        currency: nextSuppliers.currency,
        idempotent: nextSuppliers.idempotent,
      },
      externalId: forwards.externalId,
      externalOrderId: forwards.externalOrderId,
      costMicros: forwards.costMicros,
      costNanos: forwards.costNanos,
      chargedMicros: forwards.chargedMicros,
      chargedNanos: forwards.chargedNanos,
      returnedNanos: forwards.returnedNanos,
      attempts: forwards.attempts,
      flag: forwards.flag,
      flaggedAt: forwards.flaggedAt,
      reason: forwards.refusal,
      supplierStatus: forwards.supplierStatus,
      supplierRemains: forwards.supplierRemains,
      supplierChargeMicros: forwards.supplierChargeMicros,
      statusAt: forwards.statusAt,
      createdAt: forwards.createdAt,
      dueAt: forwards.dueAt,
      sentAt: forwards.sentAt,
      acceptedAt: forwards.acceptedAt,
      unknownSince: forwards.unknownSince,
      waitingSince: forwards.waitingSince,
      endedAt: forwards.endedAt,
      startedBy: starters.userName,
    })
    .from(forwards)
    .innerJoin(orders, eq(orders.id, forwards.orderId))
    .innerJoin(users, eq(users.id, orders.userId))
    .innerJoin(services, eq(services.id, orders.serviceId))
    .leftJoin(suppliers, eq(suppliers.id, forwards.supplierId))
    .leftJoin(nextSuppliers, eq(nextSuppliers.id, forwards.nextSupplierId))
    .leftJoin(starters, eq(starters.id, forwards.startedBy));
}
type ForwardRow = Awaited<ReturnType<typeof selectForwards>>[number];

/** A forward for a response: decimal text in place of integers. */
export function presentForward({
  last,
  next,
  costMicros,
  chargedMicros,
  supplierChargeMicros,
  ...row
}: ForwardRow): Forward {
  // A queued one is displayed with the supplier that it goes to, and any other with the one that it was sent to.
  const supplier = row.state === 'queued' ? (next ?? last) : (last ?? next);
  return {
    ...row,
    supplierId: supplier?.id ?? null,
    supplierName: supplier?.name ?? null,
    currency: supplier?.currency ?? null,
    idempotent: supplier?.idempotent ?? null,
    cost: amountOut(costMicros),
    charged: amountOut(chargedMicros),
    supplierCharge: amountOut(supplierChargeMicros),
    unknownSince: row.state === 'unknown' ? row.unknownSince : null,
    waitingSince: row.state === 'waiting_funds' ? row.waitingSince : null,
  };
}

/** @throws DomainError `not_found` */
export async function readForward(db: Db | Tx, id: number): Promise<Forward> {
  const [row] = await selectForwards(db).where(eq(forwards.id, id));
  if (!row) throw new DomainError('not_found');
  return presentForward(row);
}

/** More purchases of one order than a page displays. */
const MOST_OF_AN_ORDER = 50;

/** The purchases of an order, newest first. */
export async function readForwardsOfOrder(db: Db, orderId: number): Promise<Forward[]> {
  const rows = await selectForwards(db)
    .where(eq(forwards.orderId, orderId))
    .orderBy(desc(forwards.id))
    .limit(MOST_OF_AN_ORDER);
  return rows.map(presentForward);
}

function amountOut(amount: SupplierMicros | null): string | null {
  return amount === null ? null : supplierDecimal(amount, AMOUNT_SCALE);
}
