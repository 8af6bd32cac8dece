import type { Db } from '#db/client.ts';
import type { EventBus } from '../../events/event-bus.ts';
import type { SupplierClient } from '../api/client.ts';
import type { CallableSupplier } from '../api/results.ts';
import { applyStatus } from './apply-status.ts';
import { claimStatus } from './claim-statuses.ts';
import { readStatusWords } from './status-words.ts';

interface Deps {
  db: Db;
  client: SupplierClient;
  events: Pick<EventBus, 'publish'>;
}

/**
 * Asks a supplier for the status of one accepted forward now, due or not, and applies the answer.
 * @returns what was wrong, in the supplier's words; null for a status, and for a forward that is not accepted
 */
export async function askStatus(
  { db, client, events }: Deps,
  supplier: CallableSupplier,
  forwardId: number,
): Promise<string | null> {
  const forward = await claimStatus(db, forwardId);
  if (!forward) return null;
  const result = await client.status(supplier, [forward.externalOrderId]);
  if (result.kind === 'failed') return result.text;
  const answer = result.orders.get(forward.externalOrderId);
  if (!answer) return null;
  const words = await readStatusWords(db);
  await applyStatus({ db, events, words }, { forwardId, orderId: forward.orderId, answer });
  return answer.kind === 'status' ? null : answer.text;
}
