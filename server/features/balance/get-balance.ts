import type { Db } from '../../../db/client.ts';
import type { BalanceOut } from '../../../shared/balance.ts';
import { nanos } from '../../../shared/money.ts';
import type { Actor } from '../../../shared/users.ts';

/** What the caller's wallet holds, in nano-dollars. Every open page asks every five seconds: a prepared statement. */
export async function getBalance(db: Db, actor: Actor): Promise<BalanceOut> {
  const [wallet] = await db.$client<{ balance_nanos: string }[]>`
    select balance_nanos from accounts where user_id = ${actor.id}`;
  if (!wallet) throw new Error(`User ${actor.id} has no wallet`);
  return { balanceNanos: nanos(Number(wallet.balance_nanos)) };
}
