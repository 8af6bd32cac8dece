import { decimalFromNanos, type Nanos, nanos, refundFor, subtract } from '#shared/money.ts';
import type { OrderStatus } from '#shared/order-status.ts';
import type { Actor } from '#shared/users.ts';
import type { Deps } from '../../base/deps.ts';
import { type OrderState, readOrderStates } from '../../features/orders/read-order-states.ts';
import { numbersOf, objectByText, readIds } from './ids.ts';
import type { Parameters } from './parameters.ts';
import { tradeTexts } from './refusal.ts';

const statusNames: Record<OrderStatus, string> = {
  pending: 'Pending',
  processing: 'In progress',
  completed: 'Completed',
  partial: 'Partial',
  rejected: 'Canceled',
};

const CURRENCY = 'USD';

/** The state of one order, or of many by their ids as they were sent. Reads the database once. */
export async function readStatuses({ db }: Pick<Deps, 'db'>, actor: Actor, parameters: Parameters): Promise<string> {
  const sent = readIds(parameters, 'order');
  const ids = numbersOf(sent);
  const states = ids.length > 0 ? await readOrderStates(db, actor, ids) : new Map<number, OrderState>();
  const present = (id: number | null) => {
    const state = id === null ? undefined : states.get(id);
    return state ? presentState(state) : { error: tradeTexts.order };
  };
  if (!sent.isList) return JSON.stringify(present(sent.all[0].id));
  return objectByText(sent, ({ id }) => present(id));
}

/** All values are texts; unknown counts are "0". */
function presentState(state: OrderState) {
  return {
    charge: decimalFromNanos(keptOf(state)),
    start_count: String(state.startCount ?? 0),
    status: statusNames[state.status],
    remains: String(remainsOf(state)),
    currency: CURRENCY,
  };
}

/** The part of the charge that was not refunded. */
function keptOf({ status, chargeNanos, remaining, ...price }: OrderState): Nanos {
  if (status === 'rejected') return nanos(0);
  return remaining === null ? chargeNanos : subtract(chargeNanos, refundFor(remaining, price));
}

function remainsOf({ status, quantity, remaining, remains }: OrderState): number {
  if (status === 'rejected') return quantity;
  return remaining ?? remains ?? 0;
}

/** The caller's balance. */
export function presentBalance(balanceNanos: Nanos): string {
  return JSON.stringify({ balance: decimalFromNanos(balanceNanos), currency: CURRENCY });
}
