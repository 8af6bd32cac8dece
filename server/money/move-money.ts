import { sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { contraIdOf } from '#db/schema/ledger.ts';
import { type EntrySubject, entryRule, type KindOf } from '#shared/entry-kinds.ts';
import { MAX_NANOS, type Nanos } from '#shared/money.ts';
import { DomainError } from '../base/errors.ts';
import { lockWallet } from './wallets.ts';

/** One movement of money between a customer's wallet and the shop. An order's first charge is in `chargeOrders`. */
export type Movement = {
  userId: number;
  /** Added to the wallet; negative for an outgoing amount. Never 0. */
  amountNanos: Nanos;
} & { [Of in EntrySubject]: { kind: KindOf<Of> } & Record<`${Of}Id`, number> }[EntrySubject];

/** A movement that was made: the number of its ledger entry in the wallet, and the balance after it. */
export interface Moved {
  seq: number;
  balanceNanos: Nanos;
}

const CUSTOMER_BLOCKED = 'This customer is blocked, so the order can not be charged again.';

/**
 * Moves money in one statement: the wallet changes only together with its ledger row.
 * @throws DomainError `insufficient_balance` (with the balance), `amount_too_large` if the wallet would exceed {@link MAX_NANOS},
 * `blocked` if the order of a blocked customer would be charged again; other movements are allowed
 */
export async function moveMoney(tx: Tx, movement: Movement): Promise<Moved> {
  const { userId, amountNanos, kind } = movement;
  const [moved] = await tx.execute<Pick<Moved, keyof Moved>>(sql`
    with wallet as (
      update accounts set balance_nanos = balance_nanos + ${amountNanos}, version = version + 1
      where user_id = ${userId} and balance_nanos + ${amountNanos} between 0 and ${MAX_NANOS}
        and not (owner_blocked and ${kind}::text = 'order_recharge')
      returning id, balance_nanos, version
    )
    insert into ledger (account_id, seq, contra_id, amount_nanos, balance_after_nanos, kind, order_id, recharge_id, grant_id)
    select id, version, ${contraIdOf[entryRule(kind).of]}::bigint, ${amountNanos}, balance_nanos, ${kind}::text,
      ${'orderId' in movement ? movement.orderId : null}::bigint,
      ${'rechargeId' in movement ? movement.rechargeId : null}::bigint,
      ${'grantId' in movement ? movement.grantId : null}::bigint
    from wallet
    returning seq, balance_after_nanos as "balanceNanos"`);
  if (moved) return moved;

  const { balanceNanos, ownerBlocked } = await lockWallet(tx, userId);
  if (ownerBlocked && kind === 'order_recharge') throw new DomainError('blocked', { message: CUSTOMER_BLOCKED });
  if (balanceNanos + amountNanos < 0) throw new DomainError('insufficient_balance', { details: { balanceNanos } });
  if (balanceNanos + amountNanos > MAX_NANOS) throw new DomainError('amount_too_large');
  // Another transaction made it possible in the meantime; the lock keeps it possible.
  return moveMoney(tx, movement);
}
