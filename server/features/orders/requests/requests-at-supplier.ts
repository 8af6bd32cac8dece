import { type SQL, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';

/**
 * Queues requests for the supplier that has their order: refill and cancel. A speed-up has no action in API v2 and stays with the staff,
 * and so does a request about an order that no supplier has. The order has to be locked.
 * @param which the pending requests of an order, or requests by their ids
 */
export async function queueAtSupplier(tx: Tx, which: { orderId: number } | { requestIds: number[] }): Promise<void> {
  const requested: SQL =
    'orderId' in which
      ? sql`r.order_id = ${which.orderId} and r.closed_at is null and r.status = 'pending'`
      : sql`r.id = any(${sql.param(which.requestIds)}::bigint[])`;
  await tx.execute(sql`
    insert into supplier_requests (order_request_id, forward_id)
    select r.id, f.id from order_requests r join forwards f on f.order_id = r.order_id and f.state = 'accepted'
    where ${requested} and r.kind in ('refill', 'cancel')
    on conflict (order_request_id) do nothing`);
}

/**
 * Ends what was queued or is followed at the supplier for a request that was decided in another way. A call that is being made goes on;
 * its response decides nothing then. The request's order has to be locked.
 */
export async function endAtSupplier(tx: Tx, requestId: number): Promise<void> {
  await tx.execute(sql`
    update supplier_requests set state = 'ended', due_at = null, updated_at = now()
    where order_request_id = ${requestId} and state in ('queued', 'accepted')`);
}
