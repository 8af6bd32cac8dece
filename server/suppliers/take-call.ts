import type { Db } from '#db/client.ts';
import { takeTokens } from '../limits/token-bucket.ts';

/**
 * Takes a call to a supplier, for all servers together. Purchases are not counted.
 * @returns 0 if the call may be made, otherwise the milliseconds until one may
 */
export function takeCall(
  db: Db,
  { id, callsPerMinute }: { id: number; callsPerMinute: number },
  count = 1,
): Promise<number> {
  return takeTokens(db, { key: `supplier:${id}`, perMinute: callsPerMinute }, count);
}
