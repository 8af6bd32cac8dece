import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { isOutgoingHeld } from '../../backup/hold-outgoing.ts';
import type { CallableSupplier } from '../protocols/results.ts';

/** What may be due at a supplier. */
export type DueKind = 'cancels' | 'refill' | 'statuses' | 'refillStatuses';

/** A supplier that is called. */
export interface ReadSupplier extends CallableSupplier, Record<string, unknown> {
  callsPerMinute: number;
}

const requestsWith = (condition: SQL) => sql`exists (
  select from supplier_requests r join forwards f on f.id = r.forward_id join order_requests o on o.id = r.order_request_id
  where r.due_at <= now() and f.supplier_id = s.id and ${condition})`;

/** While a supplier is stopped, statuses are read and nothing is sent. */
const isDue: Record<DueKind, SQL> = {
  cancels: sql`(s.stopped_at is null and ${requestsWith(sql`r.state = 'queued' and o.kind = 'cancel'`)})`,
  refill: sql`(s.stopped_at is null and ${requestsWith(sql`r.state = 'queued' and o.kind = 'refill'`)})`,
  statuses: sql`exists (select from forwards f where f.supplier_id = s.id and f.status_due_at <= now())`,
  refillStatuses: requestsWith(sql`r.state = 'accepted'`),
};

/** The suppliers at which something is due. They are few, and each lookup reads the beginning of an index. */
export async function suppliersWithDue(db: Db): Promise<ReadSupplier[]> {
  return db.execute<ReadSupplier>(sql`
    select s.id, s.url, s.sealed_key as "sealedKey", s.idempotent, s.calls_per_minute as "callsPerMinute"
    from suppliers s
    where not ${isOutgoingHeld} and (${isDue.cancels} or ${isDue.refill} or ${isDue.statuses} or ${isDue.refillStatuses})`);
}

/** What is due next at a supplier; undefined for nothing. Refills are last: each is a call of its own. */
export async function nextDue(db: Db, supplierId: number): Promise<DueKind | undefined> {
  const [due] = await db.execute<{ kind: DueKind | null }>(sql`
    select case when ${isOutgoingHeld} then null when ${isDue.cancels} then 'cancels'
      when ${isDue.statuses} then 'statuses' when ${isDue.refillStatuses} then 'refillStatuses' when ${isDue.refill} then 'refill' end as kind
    from suppliers s where s.id = ${supplierId}`);
  return due?.kind ?? undefined;
}
