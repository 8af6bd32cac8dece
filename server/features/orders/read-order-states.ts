import type { Db } from '#db/client.ts';
import type { Micros, Nanos } from '#shared/money.ts';
import type { OrderStatus } from '#shared/order-status.ts';
import type { Per } from '#shared/service-types.ts';
import type { Actor } from '#shared/users.ts';

/** The state of an order, without its service and link. */
export interface OrderState {
  id: number;
  status: OrderStatus;
  quantity: number;
  priceMicros: Micros;
  per: Per;
  chargeNanos: Nanos;
  /** Undelivered units that were refunded; only a partial order has some. */
  remaining: number | null;
  /** The count at the link before the delivery, and the units that are not delivered yet; null if unknown. */
  startCount: number | null;
  remains: number | null;
}

/**
 * The states of many own orders, in one statement.
 * @returns by the order's id; foreign and unknown orders are left out
 */
export async function readOrderStates(db: Db, actor: Actor, ids: readonly number[]): Promise<Map<number, OrderState>> {
  const rows = await db.$client<OrderState[]>`
    select id, status, quantity, price_micros as "priceMicros", per, charge_nanos as "chargeNanos", remaining,
      start_count as "startCount", remains
    from orders left join order_progress on order_progress.order_id = orders.id
    where orders.id = any(${[...ids]}::bigint[]) and orders.user_id = ${actor.id}`;
  return new Map(rows.map((row) => [row.id, row]));
}
