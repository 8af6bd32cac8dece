import { sql } from 'drizzle-orm';
import { closeDb, connect } from '#db/client.ts';
import { lockWallet } from '../money/wallets.ts';

/**
 * Another transaction locks the wallet, or several, until `start` is done; then waits for the calls that it has started.
 * @param start receives a function that counts the statements waiting for a lock in this database
 */
export async function whileWalletIsLocked<T>(
  databaseUrl: string,
  userIds: number | readonly number[],
  start: (countWaiting: () => Promise<number>) => Promise<Promise<T>[]>,
): Promise<T[]> {
  const aside = connect(databaseUrl, { max: 2 });
  const countWaiting = async () => {
    const waiting = await aside.execute(sql`
      select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
    return waiting.length;
  };
  try {
    const calls = await aside.transaction(async (tx) => {
      for (const userId of [userIds].flat()) await lockWallet(tx, userId);
      return start(countWaiting);
    });
    return await Promise.all(calls);
  } finally {
    await closeDb(aside);
  }
}
