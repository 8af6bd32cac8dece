import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { isCheckViolation, isUniqueViolation } from '#db/errors.ts';
import { forwards } from '#db/schema/forwards.ts';
import { entryAmount, supplierEntries } from '#db/schema/suppliers.ts';
import { recordAction } from '#server/base/audit/record-action.ts';
import type { WriteDeps } from '#server/base/deps.ts';
import { DomainError, fieldError } from '#server/base/errors.ts';
import { assertAdmin } from '#server/base/identity/assert-admin.ts';
import { bookCharge } from '#server/features/orders/statuses/book-status.ts';
import { findEntry } from '#server/suppliers/books.ts';
import type { CorrectCostInput, SettledForward } from '#shared/forwards.ts';
import { compareMicros, NOTHING, type SupplierMicros, supplierDecimal } from '#shared/supplier-money.ts';
import { AMOUNT_SCALE } from '#shared/suppliers.ts';
import type { Actor } from '#shared/users.ts';
import { readForward } from './forward-rows.ts';

/**
 * Corrects what an accepted purchase cost, in the books and in profit, and ends a flag about its charge. A retry with the same request id,
 * and the cost that it has already, change nothing. Admins only.
 * @throws DomainError `not_found`, `bad_input` beside `cost` if it was not bought or if more came back, `cost_changed` if it is not
 * `expectedCost` any more, `amount_too_large`, `idempotency_conflict`
 */
export async function correctCost(
  { db, events }: WriteDeps,
  actor: Actor,
  input: CorrectCostInput,
): Promise<SettledForward> {
  assertAdmin(actor);
  const { serviceName, customer } = await readForward(db, input.id);
  const about = { subjectName: serviceName, userId: customer.id };
  await db
    .transaction((tx) => correct(tx, actor, input, about))
    .catch((error: unknown) => {
      if (isUniqueViolation(error, 'supplier_entries_request_key')) throw new DomainError('idempotency_conflict');
      // A nano-dollar less than what came back.
      if (isCheckViolation(error, 'forwards_cost_check')) throw lessThanReturned();
      const isTooLarge = error instanceof RangeError || isCheckViolation(error, 'supplier_entries_balance_check');
      throw isTooLarge ? fieldError('amount_too_large', 'cost') : error;
    });
  events.publish('forwards', String(input.id));
  return { forward: await readForward(db, input.id) };
}

async function correct(
  tx: Tx,
  actor: Actor,
  input: CorrectCostInput,
  about: { subjectName: string; userId: number },
): Promise<void> {
  const { id, cost, reason, requestId, expectedCost } = input;
  const [row] = await tx.select().from(forwards).where(eq(forwards.id, id)).for('no key update');
  if (!row) throw new DomainError('not_found');
  if (requestId !== undefined && (await wasCorrectedSo(tx, actor, requestId, input))) return;
  const { state, supplierId, costMicros, costNanos, ratePicos, chargedMicros, chargedNanos, flag } = row;
  if (state !== 'accepted' || supplierId === null || costMicros === null || costNanos === null || ratePicos === null)
    throw fieldError('bad_input', 'cost', 'Only an order that a supplier has accepted has a cost');
  const before = chargedMicros ?? costMicros;
  if (cost === before) return;
  if (expectedCost !== undefined && expectedCost !== before) throw new DomainError('cost_changed');
  if (compareMicros(cost, await returnedTo(tx, id)) < 0) throw lessThanReturned();
  const purchase = { forwardId: id, supplierId, costMicros, costNanos, ratePicos, chargedMicros, chargedNanos };
  await bookCharge(tx, purchase, { cost, reason, adminId: actor.id, ...(requestId !== undefined && { requestId }) });
  if (flag === 'overcharged') await tx.update(forwards).set({ flag: null, flaggedAt: null }).where(eq(forwards.id, id));
  await recordAction(tx, actor, {
    ...{ action: 'forward.correctCost', subject: 'forward', subjectId: id, ...about },
    before: { cost: supplierDecimal(before, AMOUNT_SCALE) },
    after: { cost: supplierDecimal(cost, AMOUNT_SCALE) },
    reason,
  });
}

const lessThanReturned = () => fieldError('bad_input', 'cost', 'More than this came back from the supplier');

/** What came back for a purchase. */
async function returnedTo(tx: Tx, forwardId: number): Promise<SupplierMicros> {
  const [entry] = await tx
    .select({ amount: entryAmount })
    .from(supplierEntries)
    .where(and(eq(supplierEntries.forwardId, forwardId), eq(supplierEntries.kind, 'return')));
  return entry?.amount ?? NOTHING;
}

/** @throws DomainError `idempotency_conflict` if the admin used the request id for something else */
async function wasCorrectedSo(tx: Tx, actor: Actor, requestId: string, input: CorrectCostInput): Promise<boolean> {
  const { forwardId, seq } = supplierEntries;
  const entry = await findEntry(tx, actor, requestId);
  if (!entry) return false;
  // The cost that the entry led to.
  const [led] = await tx
    .select({ cost: sql<SupplierMicros>`-sum(${entryAmount})` })
    .from(supplierEntries)
    .where(and(eq(forwardId, input.id), sql`${seq} <= ${entry.seq} and kind in ('purchase', 'correction')`));
  const isSame = entry.forwardId === input.id && entry.reason === input.reason && led?.cost === input.cost;
  if (!isSame) throw new DomainError('idempotency_conflict');
  return true;
}
