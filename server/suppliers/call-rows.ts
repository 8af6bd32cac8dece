import { sql } from 'drizzle-orm';
import { supplierCalls } from '#db/schema/suppliers.ts';
import type { SupplierCall } from '#shared/suppliers.ts';

const decoder = new TextDecoder();

/** The columns of a logged call. @param displayedBytes of its request and of its response */
export function callColumns(displayedBytes: number) {
  const { id, action, forwardId, httpStatus, failure, mayHaveArrived, responseBytes, outcome, startedAt, durationMs } =
    supplierCalls;
  return {
    ...{ id, action, forwardId, httpStatus, failure, mayHaveArrived, responseBytes, outcome, startedAt, durationMs },
    request: sql<string>`left(${supplierCalls.request}, ${displayedBytes})`,
    response: sql<Buffer | null>`substring(${supplierCalls.response} from 1 for ${displayedBytes})`,
  };
}

/** A logged call for a response: its bytes as text. */
export function presentCall<Call extends Omit<SupplierCall, 'response'>>({
  response,
  ...call
}: Call & { response: Buffer | null }) {
  return { ...call, response: response === null ? null : decoder.decode(response) };
}
