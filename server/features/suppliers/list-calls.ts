import { and, desc, eq, lt, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Db } from '#db/client.ts';
import { supplierCalls } from '#db/schema/suppliers.ts';
import type { SupplierCall, supplierCallPage, supplierCallsInput } from '#shared/suppliers.ts';
import type { Actor } from '#shared/users.ts';
import { assertAdmin } from '../../identity/assert-admin.ts';
import { idFromCursor, pageFrom } from '../../lists/keyset.ts';
import { assertSupplier } from './supplier-rows.ts';

/** Of each response on a page. */
const DISPLAYED_BYTES = 4_096;
const decoder = new TextDecoder();

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
    .select({
      id: supplierCalls.id,
      action: supplierCalls.action,
      forwardId: supplierCalls.forwardId,
      request: sql<string>`left(${supplierCalls.request}, ${DISPLAYED_BYTES})`,
      httpStatus: supplierCalls.httpStatus,
      failure: supplierCalls.failure,
      mayHaveArrived: supplierCalls.mayHaveArrived,
      response: sql<Buffer | null>`substring(${supplierCalls.response} from 1 for ${DISPLAYED_BYTES})`,
      responseBytes: supplierCalls.responseBytes,
      outcome: supplierCalls.outcome,
      startedAt: supplierCalls.startedAt,
      durationMs: supplierCalls.durationMs,
    })
    .from(supplierCalls)
    .where(and(eq(supplierCalls.supplierId, id), beforeId === undefined ? undefined : lt(supplierCalls.id, beforeId)))
    .orderBy(desc(supplierCalls.id))
    .limit(limit + 1);
  return pageFrom(rows.map(presentCall), limit, (call) => call.id);
}

function presentCall({
  response,
  ...call
}: Omit<SupplierCall, 'response'> & { response: Buffer | null }): SupplierCall {
  return { ...call, response: response === null ? null : decoder.decode(response) };
}
