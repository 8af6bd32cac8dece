import { and, desc, eq, lt } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { accounts, grants, ledger } from '../../../db/schema/ledger.ts';
import type { StatementInput, StatementPage } from '../../../shared/balance.ts';
import type { Actor } from '../../../shared/users.ts';
import { idFromCursor, pageFrom } from '../../lists/keyset.ts';

/**
 * Every movement of the caller's own wallet, newest first, with the balance after each; grants with their reason.
 * @throws DomainError `bad_input` for a cursor that this list did not give out.
 */
export async function readStatement(db: Db, actor: Actor, { cursor, limit }: StatementInput): Promise<StatementPage> {
  const beforeSeq = idFromCursor(cursor);
  const rows = await db
    .select({
      seq: ledger.seq,
      kind: ledger.kind,
      amountNanos: ledger.amountNanos,
      balanceAfterNanos: ledger.balanceAfterNanos,
      orderId: ledger.orderId,
      rechargeId: ledger.rechargeId,
      reason: grants.reason,
      at: ledger.at,
    })
    .from(ledger)
    .innerJoin(accounts, eq(accounts.id, ledger.accountId))
    .leftJoin(grants, eq(grants.id, ledger.grantId))
    .where(and(eq(accounts.userId, actor.id), beforeSeq === undefined ? undefined : lt(ledger.seq, beforeSeq)))
    .orderBy(desc(ledger.seq))
    .limit(limit + 1);
  return pageFrom(rows, limit, (entry) => entry.seq);
}
