import { sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { isOutgoingPaused } from '../../base/queue/pause-outgoing.ts';
import type { SupplierClient } from '../../suppliers/protocols/client.ts';
import type { BalanceSupplier } from '../../suppliers/protocols/results.ts';
import { takeCall } from '../../suppliers/take-call.ts';
import { readStoredBalance } from './balance-evidence.ts';

interface DueSupplier extends BalanceSupplier, Record<string, unknown> {
  callsPerMinute: number;
}

/**
 * Reads old balances of suppliers that have a threshold, or whose books have an entry of the last day: after five minutes, and after one
 * where a purchase has not been seen in a reading. The forecast, the reconciliation, the alarm about a low balance, and the proof about
 * unknown purchases need them. A stopped or resting supplier is left out, and so is one whose calls a minute are used up.
 * @returns how many were read
 */
export async function readOldBalances(db: Db, client: Pick<SupplierClient, 'balance'>): Promise<number> {
  const due = await db.execute<DueSupplier>(sql`
    select s.id, s.url, s.sealed_key as "sealedKey", s.idempotent, s.currency, s.calls_per_minute as "callsPerMinute"
    from suppliers s
    where not ${isOutgoingPaused} and s.stopped_at is null and coalesce(s.paused_until <= now(), true)
      and coalesce(s.balance_at < now() - case when not s.idempotent and exists (
          select from supplier_entries e where e.supplier_id = s.id and e.kind = 'purchase' and e.at > s.balance_at
        ) then interval '1 minute' else interval '5 minutes' end, true)
      and (s.low_balance_micros is not null
        or exists (select from supplier_entries e where e.supplier_id = s.id and e.at > now() - interval '1 day'))`);
  // All at once: a slow supplier delays no other.
  const isRead = await Promise.all(
    due.map(
      async (supplier) =>
        (await takeCall(db, supplier)) === 0 && (await readStoredBalance(db, client, supplier)) !== null,
    ),
  );
  return isRead.filter(Boolean).length;
}
