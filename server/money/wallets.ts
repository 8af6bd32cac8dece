import { sql } from 'drizzle-orm';
import type { TransactionSql } from 'postgres';
import type { Db, Tx } from '#db/client.ts';
import { accounts } from '#db/schema/ledger.ts';
import type { Nanos } from '#shared/money.ts';

interface Wallet {
  balanceNanos: Nanos;
  ownerBlocked: boolean;
}

/** Creates an empty wallet for a new user. */
export async function openWallet(tx: Tx, userId: number): Promise<void> {
  await tx.insert(accounts).values({ userId, kind: 'wallet' });
}

/** Reads a wallet's current state with a prepared statement: every open page polls its balance every five seconds. */
export async function readWallet(db: Db, userId: number): Promise<Wallet> {
  const [wallet] = await db.$client<Wallet[]>`
    select balance_nanos as "balanceNanos", owner_blocked as "ownerBlocked" from accounts where user_id = ${userId}`;
  return existing(wallet, userId);
}

/**
 * Locks a wallet for this transaction: others that would move its money or place an order from it wait.
 * @param tx a transaction of Drizzle or of the driver
 * @returns the wallet's current state
 */
export async function lockWallet(tx: Tx | TransactionSql, userId: number): Promise<Wallet> {
  const ask =
    'execute' in tx
      ? (text: TemplateStringsArray, id: number) => tx.execute<Pick<Wallet, keyof Wallet>>(sql(text, id))
      : (text: TemplateStringsArray, id: number) => tx<Wallet[]>(text, id);
  const [wallet] = await ask`
    select balance_nanos as "balanceNanos", owner_blocked as "ownerBlocked" from accounts where user_id = ${userId} for no key update`;
  return existing(wallet, userId);
}

function existing(wallet: Wallet | undefined, userId: number): Wallet {
  if (!wallet) throw new Error(`User ${userId} has no wallet`);
  return wallet;
}
