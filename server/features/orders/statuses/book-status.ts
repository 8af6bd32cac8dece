import { sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { bookCorrection, bookReturn } from '#server/suppliers/books.ts';
import { type Nanos, nanos } from '#shared/money.ts';
import {
  compareMicros,
  dollarsOf,
  minus,
  NOTHING,
  type RatePicos,
  type SupplierMicros,
  shareOfMicros,
} from '#shared/supplier-money.ts';

/** What a purchase cost. */
export interface Purchase {
  forwardId: number;
  supplierId: number;
  costMicros: SupplierMicros;
  costNanos: Nanos;
  ratePicos: RatePicos;
  /** The corrected cost; null without a correction. */
  chargedMicros: SupplierMicros | null;
  chargedNanos: Nanos | null;
}

/** A charge above this part of the listed cost is told to a person, and above twice the cost it is not booked. */
const TOLD_TENTHS = 11;
const BOOKED_TENTHS = 20;

/** Whether a charge is above the order's price, or more than 10 % above the listed cost. */
export function isOvercharge(
  { costMicros, ratePicos }: Purchase,
  charge: SupplierMicros,
  orderChargeNanos: Nanos,
): boolean {
  const inDollars = dollarsIfHeld(charge, ratePicos);
  return isAbove(charge, costMicros, TOLD_TENTHS) || inDollars === undefined || inDollars > orderChargeNanos;
}

/**
 * Corrects the booked cost by the first charge that the supplier names. The purchase's cost and rate stay as they were: the charge
 * stands beside them.
 * @returns the purchase with its charge; unchanged if the charge is 0, the cost, or above twice the cost
 */
export async function bookFirstCharge(tx: Tx, purchase: Purchase, charge: SupplierMicros): Promise<Purchase> {
  const isBooked = charge !== NOTHING && charge !== purchase.costMicros;
  if (!isBooked || isAbove(charge, purchase.costMicros, BOOKED_TENTHS)) return purchase;
  return bookCharge(tx, purchase, { cost: charge, reason: 'The charge that the supplier names' });
}

/**
 * Books another cost of a purchase: the difference goes into the books, and the new cost counts for profit.
 * @throws RangeError if its dollars can't be held
 */
export async function bookCharge(
  tx: Tx,
  purchase: Purchase,
  { cost, ...entry }: { cost: SupplierMicros; reason: string; adminId?: number; requestId?: string },
): Promise<Purchase> {
  const { forwardId, supplierId, costMicros, ratePicos, chargedMicros } = purchase;
  const chargedNanos = dollarsOf(cost, ratePicos);
  await tx.execute(sql`
    update forwards set charged_exact = ${cost}::numeric, charged_nanos = ${chargedNanos}::bigint where id = ${forwardId}`);
  await bookCorrection(tx, { ...entry, supplierId, forwardId, amountMicros: minus(chargedMicros ?? costMicros, cost) });
  return { ...purchase, chargedMicros: cost, chargedNanos };
}

/** Whether a charge is above so many tenths of the cost. */
function isAbove(charge: SupplierMicros, costMicros: SupplierMicros, tenths: number): boolean {
  return compareMicros(charge, shareOfMicros(costMicros, tenths, 10)) > 0;
}

/** What the supplier does not deliver. */
interface Undelivered {
  units: number;
  /** Of the order. */
  quantity: number;
  /** Whether the order had ended in another way before. */
  isAfterEnd: boolean;
}

/**
 * Books what comes back for undelivered units: the cost less that of the delivered ones, rounded up. A second return of a purchase
 * changes nothing.
 */
export async function bookUndelivered(tx: Tx, purchase: Purchase, undelivered: Undelivered): Promise<void> {
  const { forwardId, supplierId, costMicros, costNanos, chargedMicros, chargedNanos } = purchase;
  const { isAfterEnd, units, quantity } = undelivered;
  const paid = chargedMicros ?? costMicros;
  const { isBooked } = await bookReturn(tx, {
    supplierId,
    forwardId,
    amountMicros: minus(paid, shareOfMicros(paid, quantity - units, quantity)),
    ...(isAfterEnd && { reason: 'The supplier gave money back after the end' }),
  });
  if (!isBooked) return;
  const returned = restOf(chargedNanos ?? costNanos, undelivered);
  await tx.execute(sql`update forwards set returned_nanos = ${returned}::bigint where id = ${forwardId}`);
}

/** The whole less the delivered part of it, which is rounded up. */
function restOf(whole: Nanos, { units, quantity }: Undelivered): Nanos {
  const delivered = BigInt(whole) * BigInt(quantity - units);
  const roundedUp = (delivered + BigInt(quantity) - 1n) / BigInt(quantity);
  return nanos(Number(BigInt(whole) - roundedUp));
}

function dollarsIfHeld(charge: SupplierMicros, rate: RatePicos): Nanos | undefined {
  try {
    return dollarsOf(charge, rate);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
