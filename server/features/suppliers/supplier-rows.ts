import { eq } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db, Tx } from '#db/client.ts';
import { suppliers } from '#db/schema/suppliers.ts';
import { users } from '#db/schema/users.ts';
import { type SupplierMicros, supplierDecimal } from '#shared/supplier-money.ts';
import { AMOUNT_SCALE, RATE_SCALE, type Supplier } from '#shared/suppliers.ts';
import { DomainError } from '../../base/errors.ts';

const stoppers = alias(users, 'stoppers');

const supplierColumns = {
  id: suppliers.id,
  name: suppliers.name,
  url: suppliers.url,
  currency: suppliers.currency,
  ratePicos: suppliers.ratePicos,
  rateAt: suppliers.rateAt,
  idempotent: suppliers.idempotent,
  marginBasisPoints: suppliers.marginBasisPoints,
  lowBalanceMicros: suppliers.lowBalanceMicros,
  orderLimitMicros: suppliers.orderLimitMicros,
  dayLimitMicros: suppliers.dayLimitMicros,
  callsPerMinute: suppliers.callsPerMinute,
  orderPlace: suppliers.orderPlace,
  balanceMicros: suppliers.balanceMicros,
  balanceAt: suppliers.balanceAt,
  booksMicros: suppliers.booksMicros,
  stoppedAt: suppliers.stoppedAt,
  stoppedReason: suppliers.stoppedReason,
  stoppedText: suppliers.stoppedText,
  unreachableSince: suppliers.unreachableSince,
  listedAt: suppliers.listedAt,
  createdAt: suppliers.createdAt,
  updatedAt: suppliers.updatedAt,
};

/** Suppliers with the names of the admins who stopped them. */
export function selectSuppliers(db: Db | Tx) {
  return db
    .select({ ...supplierColumns, stoppedBy: stoppers.userName })
    .from(suppliers)
    .leftJoin(stoppers, eq(stoppers.id, suppliers.stoppedBy));
}
export type SupplierRow = Awaited<ReturnType<typeof selectSuppliers>>[number];

/** @throws DomainError `not_found` */
export async function readSupplier(db: Db | Tx, id: number): Promise<Supplier> {
  const [row] = await selectSuppliers(db).where(eq(suppliers.id, id));
  if (!row) throw new DomainError('not_found');
  return presentSupplier(row);
}

/** A supplier for a response: decimal text in place of integers. */
export function presentSupplier({
  ratePicos,
  marginBasisPoints,
  lowBalanceMicros,
  orderLimitMicros,
  dayLimitMicros,
  balanceMicros,
  booksMicros,
  ...row
}: SupplierRow): Supplier {
  return {
    ...row,
    rate: supplierDecimal(ratePicos, RATE_SCALE),
    marginPercent: marginBasisPoints === null ? null : marginBasisPoints / 100,
    lowBalance: amountOut(lowBalanceMicros),
    orderLimit: amountOut(orderLimitMicros),
    dayLimit: amountOut(dayLimitMicros),
    balance: amountOut(balanceMicros),
    books: supplierDecimal(booksMicros, AMOUNT_SCALE),
    stopped: row.stoppedAt !== null,
  };
}

function amountOut(amount: SupplierMicros | null): string | null {
  return amount === null ? null : supplierDecimal(amount, AMOUNT_SCALE);
}

/**
 * Locks a supplier for a change.
 * @throws DomainError `not_found`
 */
export async function lockSupplier(tx: Tx, id: number) {
  const [row] = await tx
    .select({ ...supplierColumns, sealedKey: suppliers.sealedKey, booksVersion: suppliers.booksVersion })
    .from(suppliers)
    .where(eq(suppliers.id, id))
    .for('no key update');
  if (!row) throw new DomainError('not_found');
  return row;
}

/** @throws DomainError `not_found` */
export async function assertSupplier(db: Db, id: number): Promise<void> {
  const [row] = await db.select({ id: suppliers.id }).from(suppliers).where(eq(suppliers.id, id));
  if (!row) throw new DomainError('not_found');
}
