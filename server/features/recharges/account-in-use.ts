import type { Db, Tx } from '#db/client.ts';

/** The number of a payment method that customers pay to now. */
export async function accountInUse(_db: Db | Tx, { recipient }: { recipient: string }): Promise<string> {
  return recipient;
}
