import { z } from 'zod';
import { id } from './numbers.ts';
import { placeOrderInput } from './orders.ts';

/**
 * What became of an order that waits for a recharge: `placed`; `asks` where the customer has to decide, because it costs more, is no longer
 * sold, or the balance is too small; `called_back` by the customer; `ended` after {@link THEN_ORDER_DAYS} or with the recharge.
 */
export const thenOrderStates = ['waiting', 'placed', 'asks', 'called_back', 'ended'] as const;

export const THEN_ORDER_DAYS = 7;

const { expectedChargeNanos, requestId } = placeOrderInput.shape;
/** An order to place once a recharge is credited, at the charge that was displayed, or a lower one. */
export const thenOrder = placeOrderInput.extend({
  expectedChargeNanos: expectedChargeNanos.unwrap(),
  requestId: requestId.unwrap(),
});
export type ThenOrder = z.output<typeof thenOrder>;

export const thenOrderOut = z.object({
  state: z.enum(thenOrderStates),
  /** The code of the error that stopped it, such as `price_changed`. */
  reason: z.string().nullable(),
  orderId: id.nullable(),
  order: thenOrder,
});
