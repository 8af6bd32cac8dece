import type { SupplierClient } from '#server/suppliers/protocols/client.ts';
import type { CallableSupplier } from '#server/suppliers/protocols/results.ts';
import { applyStatus, type StatusDeps } from './apply-status.ts';
import { claimStatus } from './claim-statuses.ts';
import { readStatusWords } from './status-words.ts';

type Deps = StatusDeps & { client: SupplierClient };

/**
 * Asks a supplier for the status of one accepted forward now, due or not, and applies the answer.
 * @returns what was wrong, in the supplier's words; null for a status, and for a forward that is not accepted
 */
export async function askStatus(deps: Deps, supplier: CallableSupplier, forwardId: number): Promise<string | null> {
  const { db, client } = deps;
  const forward = await claimStatus(db, forwardId);
  if (!forward) return null;
  const result = await client.status(supplier, [forward.externalOrderId]);
  if (result.kind === 'failed') return result.text;
  const answer = result.orders.get(forward.externalOrderId);
  if (!answer) return null;
  const words = await readStatusWords(db);
  await applyStatus({ ...deps, words }, { forwardId, orderId: forward.orderId, answer });
  return answer.kind === 'status' ? null : answer.text;
}
