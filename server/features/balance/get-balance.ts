import type { Db } from '../../../db/client.ts';
import type { BalanceOut } from '../../../shared/balance.ts';
import type { Actor } from '../../../shared/users.ts';

/** What the caller's wallet holds, in nano-dollars. Every open page asks every five seconds: a prepared statement. */
export async function getBalance(db: Db, actor: Actor): Promise<BalanceOut> {
  const [wallet] = await db.$client<BalanceOut[]>`
    select balance_nanos as "balanceNanos" from accounts where user_id = ${actor.id}`;
  if (!wallet) throw new Error(`User ${actor.id} has no wallet`);
  return { balanceNanos: wallet.balanceNanos };
}
