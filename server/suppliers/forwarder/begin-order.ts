import type { Tx } from '#db/client.ts';
import type { OrderStatus } from '#shared/order-status.ts';
import { type DecidedOrder, decideOrderWithin } from '../../features/orders/decide-order.ts';

/**
 * Marks a pending order as processing once a supplier has it, or may have it: the customer does not read whether a purchase is unknown.
 * The order has to be locked.
 * @returns the order, to be acknowledged after the commit; undefined if it is not pending
 */
export async function beginOrder(tx: Tx, id: number, status: OrderStatus): Promise<DecidedOrder | undefined> {
  if (status !== 'pending') return undefined;
  return decideOrderWithin(tx, { decider: 'supplier' }, { id, decision: 'processing' });
}
