import type { Db } from '#db/client.ts';
import { oweTokens, type TokenBucket, takeToken } from '../base/limits/token-bucket.ts';

interface Limited {
  id: number;
  callsPerMinute: number;
}

const bucketOf = ({ id, callsPerMinute }: Limited): TokenBucket => ({
  key: `supplier:${id}`,
  perMinute: callsPerMinute,
});

/**
 * Takes a call to a supplier, for all servers together. Purchases are not counted.
 * @returns 0 if the call may be made, otherwise the milliseconds until one may
 */
export function takeCall(db: Db, supplier: Limited): Promise<number> {
  return takeToken(db, bucketOf(supplier));
}

/** Counts a call that does not wait, such as for a balance: while the bucket has calls left, it has one less for those that wait. */
export async function noteCall(db: Db, supplierId: number): Promise<void> {
  const [supplier] = await db.$client<Limited[]>`
    select id, calls_per_minute as "callsPerMinute" from suppliers where id = ${supplierId}`;
  if (supplier) await takeCall(db, supplier);
}

/** Counts calls that were made already, beyond the one that was taken. */
export async function noteCalls(db: Db, supplier: Limited, count: number): Promise<void> {
  if (count > 0) await oweTokens(db, bucketOf(supplier), count);
}
