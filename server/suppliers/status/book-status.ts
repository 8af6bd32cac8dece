import { sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { type Nanos, nanos } from '#shared/money.ts';
import { dollarsOf, type RatePicos, type SupplierMicros, supplierMicros } from '#shared/supplier-money.ts';
import { bookCorrection, bookReturn } from '../books.ts';

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

/** A million units of the currency. A larger charge is no charge of one order. */
const LARGEST_CHARGE_MICROS = 1e12;

/**
 * Corrects the booked cost by the first charge that the supplier names. The purchase's cost and rate stay as they were: the charge
 * stands beside them.
 * @returns the purchase with its charge; unchanged if the charge is the cost, or unbelievable
 */
export async function bookFirstCharge(tx: Tx, purchase: Purchase, charge: SupplierMicros): Promise<Purchase> {
  const { forwardId, supplierId, costMicros, ratePicos } = purchase;
  const nanosOfCharge = charge > 0 && charge <= LARGEST_CHARGE_MICROS ? dollarsIfHeld(charge, ratePicos) : undefined;
  if (nanosOfCharge === undefined || charge === costMicros) return purchase;
  await tx.execute(sql`
    update forwards set charged_micros = ${charge}::bigint, charged_nanos = ${nanosOfCharge}::bigint where id = ${forwardId}`);
  await bookCorrection(tx, {
    supplierId,
    forwardId,
    amountMicros: supplierMicros(costMicros - charge),
    reason: 'The charge that the supplier names',
  });
  return { ...purchase, chargedMicros: charge, chargedNanos: nanosOfCharge };
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
  const { isAfterEnd } = undelivered;
  const { isBooked } = await bookReturn(tx, {
    supplierId,
    forwardId,
    amountMicros: supplierMicros(shareOf(chargedMicros ?? costMicros, undelivered)),
    ...(isAfterEnd && { reason: 'The supplier gave money back after the end' }),
  });
  if (!isBooked) return;
  const returned = nanos(shareOf(chargedNanos ?? costNanos, undelivered));
  await tx.execute(sql`update forwards set returned_nanos = ${returned}::bigint where id = ${forwardId}`);
}

/** The whole less the delivered part of it, which is rounded up. */
function shareOf(whole: number, { units, quantity }: Undelivered): number {
  const delivered = BigInt(whole) * BigInt(quantity - units);
  const roundedUp = (delivered + BigInt(quantity) - 1n) / BigInt(quantity);
  return Number(BigInt(whole) - roundedUp);
}

function dollarsIfHeld(charge: SupplierMicros, rate: RatePicos): Nanos | undefined {
  try {
    return dollarsOf(charge, rate);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
