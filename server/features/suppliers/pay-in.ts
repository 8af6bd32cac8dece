import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { Tx } from '#db/client.ts';
import { isCheckViolation, isUniqueViolation } from '#db/errors.ts';
import { supplierEntries } from '#db/schema/suppliers.ts';
import { supplierDecimal } from '#shared/supplier-money.ts';
import { AMOUNT_SCALE, type PayInInput, type paidIn } from '#shared/suppliers.ts';
import type { Actor } from '#shared/users.ts';
import { recordAction } from '../../base/audit/record-action.ts';
import type { WriteDeps } from '../../base/deps.ts';
import { DomainError, fieldError } from '../../base/errors.ts';
import { assertAdmin } from '../../base/identity/assert-admin.ts';
import { bookPayment, findEntry } from '../../suppliers/books.ts';
import { presentEntry, selectEntries } from './list-entries.ts';
import { lockSupplier } from './supplier-rows.ts';

/**
 * Enters into the books what the shop paid to a supplier; a negative amount takes back what was entered too much. It moves no money. A
 * retry with the same request id gets the first result. Admins only.
 * @throws DomainError `not_found`, `idempotency_conflict`, `amount_too_large` beside `amount` if the books can't hold it
 */
export async function payIn(
  { db, events }: WriteDeps,
  actor: Actor,
  input: PayInInput,
): Promise<z.output<typeof paidIn>> {
  assertAdmin(actor);
  const paid = await db
    .transaction((tx) => enter(tx, actor, input))
    .catch((error: unknown) => {
      // The same request id for another supplier at the same time.
      if (isUniqueViolation(error, 'supplier_entries_request_key')) throw new DomainError('idempotency_conflict');
      throw isCheckViolation(error, 'supplier_entries_balance_check')
        ? fieldError('amount_too_large', 'amount')
        : error;
    });
  events.publish('suppliers', String(input.id));
  return paid;
}

async function enter(tx: Tx, actor: Actor, input: PayInInput): Promise<z.output<typeof paidIn>> {
  const { id, amount: amountMicros, reason, requestId } = input;
  // Another call with this request id waits here, and then finds the first.
  const { name, booksMicros } = await lockSupplier(tx, id);
  const known = requestId === undefined ? undefined : await findEntry(tx, actor, requestId);
  if (known) {
    const isSame =
      known.supplierId === id && known.amountMicros === amountMicros && (known.reason ?? '') === (reason ?? '');
    if (!isSame) throw new DomainError('idempotency_conflict');
    return readPaid(tx, id, known.seq);
  }
  const { seq, balanceAfterMicros } = await bookPayment(tx, {
    ...{ supplierId: id, amountMicros, adminId: actor.id },
    ...(reason && { reason }),
    ...(requestId !== undefined && { requestId }),
  });
  if (seq === null) throw new Error('A payment was not booked');
  await recordAction(tx, actor, {
    action: 'supplier.payIn',
    subject: 'supplier',
    subjectId: id,
    subjectName: name,
    before: { books: supplierDecimal(booksMicros, AMOUNT_SCALE) },
    after: {
      books: supplierDecimal(balanceAfterMicros, AMOUNT_SCALE),
      paid: supplierDecimal(amountMicros, AMOUNT_SCALE),
    },
    reason,
  });
  return readPaid(tx, id, seq);
}

async function readPaid(tx: Tx, supplierId: number, seq: number): Promise<z.output<typeof paidIn>> {
  const [row] = await selectEntries(tx).where(
    and(eq(supplierEntries.supplierId, supplierId), eq(supplierEntries.seq, seq)),
  );
  if (!row) throw new Error('An entry of the books is missing');
  const entry = presentEntry(row);
  return { entry, books: entry.balanceAfter };
}
