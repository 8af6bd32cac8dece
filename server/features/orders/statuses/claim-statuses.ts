import { type SQL, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/client.ts';
import { isOfPresentPanel } from '#server/suppliers/present-panel.ts';
import { MAX_IDS } from '#server/suppliers/protocols/results.ts';
import { isDueSoon } from '#server/suppliers/status-schedule.ts';
import type { ForwardFlag } from '#shared/forward-states.ts';
import type { OrderStatus } from '#shared/order-status.ts';
import type { SupplierMicros } from '#shared/supplier-money.ts';

/** A forward whose status is asked for, with the last answer. */
export interface ClaimedForward extends Record<string, unknown> {
  id: number;
  orderId: number;
  serviceId: number;
  externalOrderId: string;
  orderStatus: OrderStatus;
  flag: ForwardFlag | null;
  supplierStatus: string | null;
  supplierRemains: number | null;
  supplierChargeMicros: SupplierMicros | null;
  notKnownCount: number;
  unreadableCount: number;
  statusCount: number;
  startCount: number | null;
}

/** A claim is over by then: its server was killed. Longer than a call to a supplier takes. */
const CLAIMED_FOR = sql`interval '3 minutes'`;

/**
 * Takes up to 100 forwards of a supplier whose status is due, the longest due first, and fills the call with some that are due soon. No
 * other server asks for them until the claim is over. Those that a previous panel has accepted are never due again.
 */
export function claimStatuses(db: Db, supplierId: number): Promise<ClaimedForward[]> {
  return claim(db, sql`f.supplier_id = ${supplierId} and ${isDueSoon}`);
}

/** Takes one forward, due or not; undefined if it is not accepted, is not followed, or another call is asking for it. */
export async function claimStatus(db: Db, forwardId: number): Promise<ClaimedForward | undefined> {
  const [claimed] = await claim(db, sql`f.id = ${forwardId} and f.status_due_at is not null`);
  return claimed;
}

/** Makes the forwards of a supplier due again that an ended process has taken, with those that are due as soon. No process asks it meanwhile. */
export async function releaseStatuses(tx: Tx, supplierId: number): Promise<void> {
  await tx.execute(sql`
    update forwards set status_due_at = now()
    where supplier_id = ${supplierId} and state = 'accepted' and status_due_at > now() and status_due_at <= now() + ${CLAIMED_FOR}`);
}

async function claim(db: Db, which: SQL): Promise<ClaimedForward[]> {
  return db.execute<ClaimedForward>(sql`
    with due as (
      select f.id from forwards f where f.state = 'accepted' and ${which}
      order by f.status_due_at limit ${MAX_IDS} for no key update skip locked
    ), claimed as (
      update forwards f set status_due_at = case when ${isOfPresentPanel} then now() + ${CLAIMED_FOR} end
      from due, suppliers s where f.id = due.id and s.id = f.supplier_id returning f.*
    )
    select f.id, f.order_id as "orderId", o.service_id as "serviceId", f.external_order_id as "externalOrderId", o.status as "orderStatus", f.flag,
      f.supplier_status as "supplierStatus", f.supplier_remains as "supplierRemains",
      f.supplier_charge_exact as "supplierChargeMicros", f.not_known_count as "notKnownCount",
      f.unreadable_count as "unreadableCount", f.status_count as "statusCount",
      p.start_count as "startCount"
    from claimed f join orders o on o.id = f.order_id left join order_progress p on p.order_id = f.order_id
    where f.status_due_at is not null`);
}
