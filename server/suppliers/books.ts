import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { entryAmount, supplierEntries } from '#db/schema/suppliers.ts';
import { minus, NOTHING, type SupplierMicros } from '#shared/supplier-money.ts';
import type { SupplierEntryKind } from '#shared/suppliers.ts';
import type { Actor } from '#shared/users.ts';

/** The only module that writes the books of suppliers. */

/** What an entry did. */
export interface Booked {
  /** False if the forward already had such an entry, or if the amount is 0: then nothing changed. */
  isBooked: boolean;
  /** The number of the new entry; null without one. */
  seq: number | null;
  /** The balance of the books afterwards. */
  balanceAfterMicros: SupplierMicros;
}

interface OfForward {
  supplierId: number;
  forwardId: number;
  amountMicros: SupplierMicros;
}

/**
 * Books the cost of a purchase, in the transaction that makes the forward `accepted`. A second purchase of a forward changes nothing.
 * It locks the supplier's row: lock the forward and the order before.
 * @param amountMicros the cost, 0 or more
 * @throws RangeError for a negative cost
 */
export function bookPurchase(tx: Tx, { amountMicros, ...entry }: OfForward): Promise<Booked> {
  assertAtLeastZero(amountMicros);
  return book(tx, { ...entry, kind: 'purchase', amountMicros: minus(NOTHING, amountMicros) });
}

/**
 * Books what the supplier gives back for a partial or canceled delivery. A second return of a forward changes nothing.
 * @param amountMicros 0 or more
 * @throws RangeError for a negative amount
 */
export function bookReturn(tx: Tx, { amountMicros, ...entry }: OfForward & { reason?: string }): Promise<Booked> {
  assertAtLeastZero(amountMicros);
  return book(tx, { ...entry, kind: 'return', amountMicros });
}

/**
 * Books the difference between the booked cost and the charge that the supplier names. The caller makes sure that each difference is
 * booked once.
 * @param amountMicros negative if the purchase cost more than was booked
 */
export function bookCorrection(
  tx: Tx,
  entry: OfForward & { reason?: string; adminId?: number; requestId?: string },
): Promise<Booked> {
  return book(tx, { ...entry, kind: 'correction' });
}

/** An entry by an admin. @param amountMicros negative for what was taken out or entered too much */
export function bookPayment(
  tx: Tx,
  entry: { supplierId: number; amountMicros: SupplierMicros; adminId: number; reason?: string; requestId?: string },
): Promise<Booked> {
  return book(tx, { ...entry, kind: entry.amountMicros.startsWith('-') ? 'adjustment' : 'payment' });
}

/** The entry that an admin made with a request id. */
export async function findEntry(tx: Tx, { id }: Pick<Actor, 'id'>, requestId: string) {
  const { supplierId, forwardId, seq, reason } = supplierEntries;
  const [found] = await tx
    .select({ supplierId, forwardId, seq, amountMicros: entryAmount, reason })
    .from(supplierEntries)
    .where(and(eq(supplierEntries.requestId, requestId), eq(supplierEntries.adminId, id)));
  return found;
}

interface NewEntry {
  supplierId: number;
  kind: SupplierEntryKind;
  amountMicros: SupplierMicros;
  forwardId?: number;
  adminId?: number;
  reason?: string;
  requestId?: string;
}

/** Kinds that a forward has once. */
const ONCE: ReadonlySet<SupplierEntryKind> = new Set(['purchase', 'return']);

async function book(tx: Tx, entry: NewEntry): Promise<Booked> {
  const { supplierId, kind, amountMicros, forwardId = null, adminId = null, reason = null, requestId = null } = entry;
  // A statement of its own, so that the next one sees the entries of whom it waited for.
  const [books] = await tx.execute<{ balance: SupplierMicros }>(
    sql`select books_exact as balance from suppliers where id = ${supplierId} for no key update`,
  );
  if (!books) throw new Error(`There is no supplier ${supplierId}`);
  const isDone = ONCE.has(kind)
    ? sql`exists (select from supplier_entries where forward_id = ${forwardId}::bigint and kind = ${kind})`
    : sql`false`;
  // As a server of the release before books it.
  const whole = sql`(sign(${amountMicros}::numeric) * ceil(abs(${amountMicros}::numeric)))::bigint`;
  const [booked] = await tx.execute<{ seq: number; balance: SupplierMicros }>(sql`
    with books as (
      update suppliers set books_exact = books_exact + ${amountMicros}::numeric, books_micros = books_micros + ${whole},
        books_version = books_version + 1
      where id = ${supplierId} and ${amountMicros}::numeric <> 0 and not ${isDone}
      returning id, books_version, books_exact, books_micros
    )
    insert into supplier_entries (supplier_id, seq, kind, amount_exact, balance_after_exact, amount_micros, balance_after_micros, forward_id,
      reason, admin_id, request_id)
    select id, books_version, ${kind}, ${amountMicros}::numeric, books_exact, ${whole}, books_micros, ${forwardId}::bigint, ${reason}::text, ${adminId}::bigint, ${requestId}::uuid
    from books returning seq, balance_after_exact as balance`);
  return booked
    ? { isBooked: true, seq: booked.seq, balanceAfterMicros: booked.balance }
    : { isBooked: false, seq: null, balanceAfterMicros: books.balance };
}

function assertAtLeastZero(amountMicros: SupplierMicros): void {
  if (amountMicros.startsWith('-')) throw new RangeError('The amount must be at least 0');
}
