import { sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import type { OrderStatus } from '#shared/order-status.ts';
import { endAtSupplier } from './requests-at-supplier.ts';

/** The reason that a customer reads if the order ended in another way than requested. */
const reasons = {
  rejected: 'The order was rejected.',
  completed: 'The order was already delivered.',
  partial: 'The order was already delivered in part.',
} as const;

/**
 * Ends the open cancel or speed-up of an order whose status has changed: nothing is left to cancel or to speed up. The caller holds
 * the order's lock.
 * @returns the id of the ended request; undefined if none was open, or the order goes on
 */
export async function closeRequests(
  tx: Tx,
  { orderId, status, reason }: { orderId: number; status: OrderStatus; reason: string | undefined },
): Promise<number | undefined> {
  if (status === 'pending' || status === 'processing') return undefined;
  const outcome =
    status === 'rejected' ? { cancel: 'accepted', speed_up: 'rejected' } : { cancel: 'rejected', speed_up: 'done' };
  // The admin's reason for the order's decision comes first.
  const why = reason || reasons[status];
  const [closed] = await tx.execute<{ id: number }>(sql`
    with open as (
      select id, kind, status from order_requests
      where order_id = ${orderId} and closed_at is null and kind in ('cancel', 'speed_up')
      for no key update
    ), closed as (
      update order_requests r
      set status = case r.kind when 'cancel' then ${outcome.cancel} else ${outcome.speed_up} end, closed_at = clock_timestamp()
      from open where r.id = open.id
      returning r.id, r.kind, open.status as was, r.status as became, r.closed_at
    )
    insert into order_request_events (order_request_id, seq, from_status, to_status, reason, at)
    select id, (select coalesce(max(seq), 0) + 1 from order_request_events e where e.order_request_id = closed.id),
      was, became, case when became = 'rejected' then ${why} else ${reason || null} end, closed_at
    from closed
    returning order_request_id as id`);
  if (closed) await endAtSupplier(tx, closed.id);
  return closed?.id;
}
