import { formatDollars, type Micros, type Nanos, refundFor } from '../../../../shared/money.ts';
import type { OrderStatus } from '../../../../shared/order-status.ts';
import { formatCount } from '../../lib/format.ts';

/** Who reads it: "Failed" for the customer is "Rejected" for the admin. */
export type Audience = 'customer' | 'admin';

interface OrderHistory {
  priceMicros: Micros;
  chargeNanos: Nanos;
  remaining: number | null;
  events: readonly { status: OrderStatus; by: 'customer' | 'admin'; byName: string | null }[];
}

interface EventWords {
  title: string;
  /** What the change did to the wallet, where it did something. */
  money: string | null;
  who: string;
}

const names = {
  customer: { customer: 'You', admin: 'Our team' },
  admin: { customer: 'The customer', admin: 'An admin' },
};

/**
 * One change of an order in the reader's words. Rejecting gives the charge back and approving after that takes it
 * again, so what a change did to the wallet depends on the one before it.
 */
export function describeEvent(
  { priceMicros, chargeNanos, remaining, events }: OrderHistory,
  at: number,
  audience: Audience,
): EventWords {
  const event = events[at];
  if (!event) throw new RangeError(`The order has no event ${at}`);
  const before = events[at - 1]?.status;
  const who = event.byName ?? names[audience][event.by];
  const charged = `${formatDollars(chargeNanos)} charged`;
  const chargedAgain = before === 'rejected' ? `${formatDollars(chargeNanos)} charged again` : null;
  switch (event.status) {
    case 'pending':
      return { title: 'Order placed', money: charged, who };
    case 'processing':
      return { title: 'Processing', money: chargedAgain, who };
    case 'completed':
      return { title: 'Completed', money: chargedAgain, who };
    case 'rejected':
      return {
        title: audience === 'admin' ? 'Rejected' : 'Failed',
        money: `${formatDollars(chargeNanos)} refunded`,
        who,
      };
    case 'partial': {
      const units = remaining ?? 0;
      const refunded = formatDollars(refundFor(units, priceMicros));
      return { title: 'Partial', money: `${formatCount(units)} not delivered, ${refunded} refunded`, who };
    }
  }
}
