import { and, desc, eq, lt } from 'drizzle-orm';
import type { z } from 'zod';
import type { Db } from '#db/client.ts';
import { supplierCalls } from '#db/schema/suppliers.ts';
import type { supplierCallPage, supplierCallsInput } from '#shared/suppliers.ts';
import type { Actor } from '#shared/users.ts';
import { assertAdmin } from '../../base/identity/assert-admin.ts';
import { idFromCursor, pageFrom } from '../../base/lists/keyset.ts';
import { callColumns, presentCall } from '../../suppliers/call-rows.ts';
import { assertSupplier } from './supplier-rows.ts';

/** Of each request and response on a page. */
const DISPLAYED_BYTES = 4_096;

/**
 * Lists the calls to a supplier with the beginnings of requests and responses, newest first. Admins only.
 * @throws DomainError `not_found`, `bad_input` for an invalid cursor
 */
export async function listSupplierCalls(
  db: Db,
  actor: Actor,
  { id, cursor, limit }: z.output<typeof supplierCallsInput>,
): Promise<z.output<typeof supplierCallPage>> {
  assertAdmin(actor);
  const beforeId = idFromCursor(cursor);
  await assertSupplier(db, id);
  const rows = await db
    .select(callColumns(DISPLAYED_BYTES))
    .from(supplierCalls)
    .where(and(eq(supplierCalls.supplierId, id), beforeId === undefined ? undefined : lt(supplierCalls.id, beforeId)))
    .orderBy(desc(supplierCalls.id))
    .limit(limit + 1);
  return pageFrom(
    rows.map((row) => presentCall(row)),
    limit,
    (call) => call.id,
  );
}
