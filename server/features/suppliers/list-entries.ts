import { and, desc, eq, lt } from 'drizzle-orm';
import type { z } from 'zod';
import type { Db, Tx } from '#db/client.ts';
import { forwards } from '#db/schema/forwards.ts';
import { entryAmount, entryBalance, supplierEntries } from '#db/schema/suppliers.ts';
import { users } from '#db/schema/users.ts';
import { supplierDecimal } from '#shared/supplier-money.ts';
import {
  AMOUNT_SCALE,
  type supplierEntriesInput,
  type supplierEntry,
  type supplierEntryPage,
} from '#shared/suppliers.ts';
import type { Actor } from '#shared/users.ts';
import { assertAdmin } from '../../base/identity/assert-admin.ts';
import { idFromCursor, pageFrom } from '../../base/lists/keyset.ts';
import { assertSupplier } from './supplier-rows.ts';

type Entry = z.output<typeof supplierEntry>;

/**
 * Lists the books of a supplier, newest first. Admins only.
 * @throws DomainError `not_found`, `bad_input` for an invalid cursor
 */
export async function listSupplierEntries(
  db: Db,
  actor: Actor,
  { id, cursor, limit }: z.output<typeof supplierEntriesInput>,
): Promise<z.output<typeof supplierEntryPage>> {
  assertAdmin(actor);
  const beforeSeq = idFromCursor(cursor);
  await assertSupplier(db, id);
  const rows = await selectEntries(db)
    .where(
      and(eq(supplierEntries.supplierId, id), beforeSeq === undefined ? undefined : lt(supplierEntries.seq, beforeSeq)),
    )
    .orderBy(desc(supplierEntries.seq))
    .limit(limit + 1);
  return pageFrom(rows.map(presentEntry), limit, ({ seq }) => seq);
}

/** Entries with their orders and admins. */
export function selectEntries(db: Db | Tx) {
  return db
    .select({
      seq: supplierEntries.seq,
      kind: supplierEntries.kind,
      amountMicros: entryAmount,
      balanceAfterMicros: entryBalance,
      forwardId: supplierEntries.forwardId,
      orderId: forwards.orderId,
      reason: supplierEntries.reason,
      by: users.userName,
      at: supplierEntries.at,
    })
    .from(supplierEntries)
    .leftJoin(forwards, eq(forwards.id, supplierEntries.forwardId))
    .leftJoin(users, eq(users.id, supplierEntries.adminId));
}

/** An entry for a response: decimal text in place of integers. */
export function presentEntry({
  amountMicros,
  balanceAfterMicros,
  ...entry
}: Awaited<ReturnType<typeof selectEntries>>[number]): Entry {
  return {
    ...entry,
    amount: supplierDecimal(amountMicros, AMOUNT_SCALE),
    balanceAfter: supplierDecimal(balanceAfterMicros, AMOUNT_SCALE),
  };
}
