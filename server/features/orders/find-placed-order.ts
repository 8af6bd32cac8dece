import { and, desc, eq, lte } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { accounts, ledger } from '#db/schema/ledger.ts';
import { orderBatches, orders } from '#db/schema/orders.ts';
import { joined } from '#shared/comments.ts';
import { type Nanos, nanos } from '#shared/money.ts';
import { listedFieldNames, storedFields } from '#shared/order-fields.ts';
import type { OrderRow, PlaceOrderInput, StoredOrder } from '#shared/orders.ts';
import type { Actor } from '#shared/users.ts';
import { DomainError } from '../../base/errors.ts';
import { justPlaced } from '../../money/charge-orders.ts';
import { commentsColumn, orderColumns } from './order-rows.ts';

/**
 * The first result for a request id, whatever happened to order and balance since; undefined if the customer has not used it.
 * @throws DomainError `idempotency_conflict` if it was used with another input or for many orders
 */
export async function findPlacedOrder(db: Db, actor: Actor, input: PlaceOrderInput): Promise<StoredOrder | undefined> {
  if (input.requestId === undefined) return undefined;
  const [found] = await db
    .select({ order: orderColumns, comments: commentsColumn, line: orderBatches.line })
    .from(orders)
    .leftJoin(orderBatches, eq(orderBatches.orderId, orders.id))
    .where(and(eq(orders.requestId, input.requestId), eq(orders.userId, actor.id)));
  if (!found) return undefined;
  const { order, line } = found;
  if (line !== null || !isSameRequest(found, input)) throw new DomainError('idempotency_conflict');
  return { order: { ...order, ...justPlaced }, balanceNanos: await balanceAfter(db, actor, order) };
}

/** An accepted order was charged what the customer expected, so another expectation is another request. */
export function isSameRequest(
  { order, comments }: { order: OrderRow; comments: string | null },
  input: Omit<PlaceOrderInput, 'requestId'>,
): boolean {
  const { serviceId, quantity = order.quantity, expectedChargeNanos = order.chargeNanos } = input;
  if (serviceId !== order.serviceId || expectedChargeNanos !== order.chargeNanos) return false;
  const asked = storedFields(input, quantity);
  if (joined(input.comments ?? []) !== (comments ?? '')) return false;
  return listedFieldNames.every((name) => order[name] === asked[name]);
}

async function balanceAfter(db: Db, actor: Actor, order: OrderRow): Promise<Nanos> {
  // A free order has no ledger row; its balance is that of the row before it.
  const isItsRow =
    order.chargeNanos > 0
      ? and(eq(ledger.orderId, order.id), eq(ledger.kind, 'order_charge'))
      : lte(ledger.at, order.createdAt);
  const [row] = await db
    .select({ balanceNanos: ledger.balanceAfterNanos })
    .from(ledger)
    .innerJoin(accounts, eq(accounts.id, ledger.accountId))
    .where(and(eq(accounts.userId, actor.id), isItsRow))
    .orderBy(desc(ledger.seq))
    .limit(1);
  return row?.balanceNanos ?? nanos(0);
}
