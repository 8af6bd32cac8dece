import { useQueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { formatDollars, refundFor } from '../../../../../shared/money.ts';
import { legalDecisions, orderStatuses } from '../../../../../shared/order-status.ts';
import { readError } from '../../../lib/errors.ts';
import { confirm } from '../../../lib/toasts/toasts.ts';
import { type Inputs, mutateWhileLeaving, type Outputs, trpc } from '../../../lib/trpc.ts';
import { createDesk } from '../desk/create-desk.ts';
import { noteDecided } from '../desk/decided-here.ts';
import { putRow } from '../desk/put-row.ts';
import type { Notice, Verdict } from '../desk/use-desk.ts';
import { useReadMoneyAgain } from '../desk/use-read-money-again.ts';

/** An order as the desk needs it: a row of the list, or one opened by its number. */
export type Order = Outputs['admin']['orders']['list']['items'][number];
type DecideInput = Inputs['admin']['orders']['decide'];

export const failureTitle = 'Failed to update service status';
const successTitle = 'Service status updated successfully';

/** What each verdict is called by the server. */
export const decisionFor = { approve: 'complete', reject: 'reject' } as const satisfies Record<
  Verdict,
  DecideInput['decision']
>;

/** Whether the order may still be approved or rejected; the server judges by the same table. */
export function canDecide(order: Order, verdict: Verdict): boolean {
  return legalDecisions[order.status].includes(decisionFor[verdict]);
}

interface Terms {
  /** Of a partial order: the units that were not delivered. */
  remaining?: number;
  reason?: string | undefined;
}

/** The calls that change an order, and the reading again of what they changed. */
export function useOrderCalls() {
  const utils = trpc.useUtils();
  const queryClient = useQueryClient();
  const put = (known: Partial<Order> & { id: number }) => {
    putRow(queryClient, getQueryKey(trpc.admin.orders.list), known);
    utils.admin.orders.get.setData({ id: known.id }, (shown) => shown && { ...shown, ...known });
  };

  /** Decides an order as the admin saw it, and shows at once what it is by then. */
  const change = async (order: Order, decision: DecideInput['decision'], terms: Terms = {}): Promise<Order> => {
    const input: DecideInput = { id: order.id, decision, ...terms, expectedStatus: order.status };
    try {
      const decided = await mutateWhileLeaving<Order>('admin.orders.decide', input);
      noteDecided('order', decided.id);
      put(decided);
      return decided;
    } catch (thrown) {
      const { code, details } = readError(thrown);
      const status = orderStatuses.find((known) => known === details.status);
      if (code === 'already_decided' && status) put({ id: order.id, status });
      throw thrown;
    }
  };

  return {
    decide: (order: Order, verdict: Verdict, reason?: string) => change(order, decisionFor[verdict], { reason }),
    change,
    refresh: useReadMoneyAgain(),
  };
}

/** What became of an order and of its money. @param order as it was before */
export function decisionNotice(order: Order, decision: DecideInput['decision'], remaining = 0): Notice {
  const { id, user, chargeNanos, priceMicros, status } = order;
  const charge = formatDollars(chargeNanos);
  const text = {
    complete:
      status === 'rejected'
        ? `Order ${id} is done. ${charge} was charged to ${user.userName} again.`
        : `Order ${id} of ${user.userName} is done; ${charge} stays charged.`,
    reject: `Order ${id} is rejected. ${charge} went back to ${user.userName}.`,
    processing: `Order ${id} of ${user.userName} is being worked on. No money has moved.`,
    partial: `Order ${id} is partial. ${formatDollars(refundFor(remaining, priceMicros))} went back to ${user.userName}.`,
  };
  return { title: successTitle, text: text[decision] };
}

/** A rejected order was refunded: approving it after all takes the money again, which nobody should do unawares. */
export function askToChargeAgain({ id, user, chargeNanos, status }: Order): Promise<boolean> | undefined {
  if (status !== 'rejected') return undefined;
  const charge = formatDollars(chargeNanos);
  return confirm({
    title: `Charge ${charge} again?`,
    text: `Order ${id} was rejected and ${charge} went back to ${user.userName}. Approving it takes ${charge} from their balance again, and is final.`,
    confirmLabel: `Approve and charge ${charge}`,
  });
}

export const [OrderDesk, useOrderDesk, useOrderDeskStore] = createDesk<Order>();
