import type { TransactionSql } from 'postgres';
import type { Nanos } from '../../../shared/money.ts';
import { DomainError } from '../../errors.ts';

/** A customer's wallet, which this transaction holds. */
export interface HeldWallet {
  userId: number;
  balanceNanos: Nanos;
}

/**
 * Keeps a wallet for this transaction, so that whatever else would move its money or place an order from it waits.
 * @throws DomainError `blocked` where its owner is
 */
export async function holdWallet(sql: TransactionSql, userId: number): Promise<HeldWallet> {
  const [row] = await sql<{ balance_nanos: Nanos; owner_blocked: boolean }[]>`
    select balance_nanos, owner_blocked from accounts where user_id = ${userId} for no key update`;
  if (!row) throw new Error(`User ${userId} has no wallet`);
  if (row.owner_blocked) throw new DomainError('blocked');
  return { userId, balanceNanos: row.balance_nanos };
}
