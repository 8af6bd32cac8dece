import { sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/client.ts';
import { isOfPresentPanel } from '../../suppliers/present-panel.ts';
import { MAX_IDS } from '../../suppliers/protocols/results.ts';

/** A customer's request that is sent to the supplier, or followed there. */
export interface ClaimedRequest extends Record<string, unknown> {
  /** Of the request. */
  id: number;
  orderId: number;
  forwardId: number;
  externalOrderId: string;
  externalRefillId: string | null;
  attempts: number;
}

/** What a person reads about a request that another panel does not know. */
const PREVIOUS_PANEL = 'It was not sent: the order was bought before the supplier became another panel.';
/** A call that has not ended by then is lost: its server was killed. Longer than any call takes. */
const CALL_ENDS = sql`interval '5 minutes'`;

const columns = sql`r.order_request_id as id, f.order_id as "orderId", r.forward_id as "forwardId",
  f.external_order_id as "externalOrderId", r.external_refill_id as "externalRefillId", r.attempts`;

/**
 * Takes due requests of a supplier, the oldest first, and marks them as being sent. That is committed before any byte leaves: whether
 * the supplier has received a request is never guessed. Requests about orders that its previous panel has are left to the staff.
 * @param kind all cancels go into one call; a refill is a call of its own
 */
export async function claimRequests(db: Db, supplierId: number, kind: 'refill' | 'cancel'): Promise<ClaimedRequest[]> {
  return db.execute<ClaimedRequest>(sql`
    with due as (
      select r.order_request_id as id from supplier_requests r
        join forwards f on f.id = r.forward_id join order_requests o on o.id = r.order_request_id
      where r.due_at <= now() and r.state = 'queued' and f.supplier_id = ${supplierId} and o.kind = ${kind}
      order by r.due_at limit ${kind === 'cancel' ? MAX_IDS : 1} for no key update of r skip locked
    ), taken as (
      update supplier_requests r
      set attempts = r.attempts + 1, updated_at = now(), state = case when ${isOfPresentPanel} then 'sending' else 'refused' end,
        due_at = case when ${isOfPresentPanel} then now() + ${CALL_ENDS} end,
        answer = case when ${isOfPresentPanel} then r.answer else ${PREVIOUS_PANEL} end
      from due, forwards f, suppliers s where r.order_request_id = due.id and f.id = r.forward_id and s.id = f.supplier_id
      returning ${columns}, r.state
    )
    select * from taken where state = 'sending'`);
}

/** Takes accepted refills of a supplier whose status is due. */
export async function claimRefills(db: Db, supplierId: number): Promise<ClaimedRequest[]> {
  return db.execute<ClaimedRequest>(sql`
    with due as (
      select r.order_request_id as id from supplier_requests r join forwards f on f.id = r.forward_id
      where r.due_at <= now() + interval '5 minutes' and r.state = 'accepted' and f.supplier_id = ${supplierId}
      order by r.due_at limit ${MAX_IDS} for no key update of r skip locked
    )
    update supplier_requests r set due_at = ${nextRefillStatusAt}
    from due, forwards f where r.order_request_id = due.id and f.id = r.forward_id
    returning ${columns}`);
}

/** Makes the accepted refills of a supplier due again: an ended process has taken some of them. */
export async function releaseRefills(tx: Tx, supplierId: number): Promise<void> {
  await tx.execute(sql`
    update supplier_requests r set due_at = now() from forwards f
    where f.id = r.forward_id and f.supplier_id = ${supplierId} and r.state = 'accepted' and r.due_at > now()`);
}

/** Every 15 minutes on the first day, then every two hours. */
const nextRefillStatusAt = sql`now() + case
  when r.updated_at > now() - interval '1 day' then interval '15 minutes' else interval '2 hours' end`;

/** What a person reads about a request whose call was lost with its server. */
const LOST = 'The server was restarted while it was sent: the supplier may have it.';
/** A refill that takes longer is for a person. */
const LONGEST_REFILL = sql`interval '30 days'`;

/** Leaves requests to the staff whose call was lost, and refills that don't end. */
export async function leaveLostRequests(db: Db): Promise<void> {
  await db.execute(sql`
    update supplier_requests r set state = 'unknown', due_at = null, answer = coalesce(case when r.state = 'sending' then ${LOST} end, r.answer),
      updated_at = now()
    where r.due_at <= now() and (r.state = 'sending' or (r.state = 'accepted' and r.updated_at < now() - ${LONGEST_REFILL}))`);
}
