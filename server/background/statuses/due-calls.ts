import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { isOutgoingPaused } from '../../base/queue/pause-outgoing.ts';
import type { CallableSupplier } from '../../suppliers/protocols/results.ts';

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

/** Whether something of the kinds is due at the supplier `s`, and may leave. */
export const isDueAt = (kinds: readonly DueKind[]) =>
  sql`(not ${isOutgoingPaused} and (${sql.join(
    kinds.map((kind) => isDue[kind]),
    sql` or `,
  )}))`;

/** The first of the kinds that is due at a supplier; undefined for none. */
export async function nextDue(db: Db, supplierId: number, kinds: readonly DueKind[]): Promise<DueKind | undefined> {
  const cases = kinds.map((kind) => sql`when ${isDue[kind]} then ${kind}`);
  const [due] = await db.execute<{ kind: DueKind | null }>(sql`
    select case when ${isOutgoingPaused} then null ${sql.join(cases, sql` `)} end as kind from suppliers s where s.id = ${supplierId}`);
  return due?.kind ?? undefined;
}
