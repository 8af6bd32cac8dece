import type { Db } from '#db/client.ts';
import type { BalanceOut } from '#shared/balance.ts';
import type { Actor } from '#shared/users.ts';
import { readWallet } from '../../money/wallets.ts';

/** The balance of the caller's wallet, in nano-dollars. */
export async function getBalance(db: Db, actor: Actor): Promise<BalanceOut> {
  const { balanceNanos } = await readWallet(db, actor.id);
  return { balanceNanos };
}
