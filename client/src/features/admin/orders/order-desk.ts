import { legalDecisions } from '../../../../../shared/order-status.ts';
import { type Inputs, type Outputs, trpc } from '../../../lib/trpc.ts';
import { createDesk } from '../desk/create-desk.ts';
import type { Verdict } from '../desk/use-desk.ts';

/** An order as the desk needs it: a row of the list, or one opened by its number. */
export type Order = Outputs['admin']['orders']['list']['items'][number];
type DecideInput = Inputs['admin']['orders']['decide'];

export const failureTitle = 'Failed to update service status';
export const successTitle = 'Service status updated successfully';

const decisionFor = { approve: 'complete', reject: 'reject' } as const satisfies Record<
  Verdict,
  DecideInput['decision']
>;

/** Whether the order may still be approved or rejected; the server judges by the same table. */
export function canDecide(order: Order, verdict: Verdict): boolean {
  return legalDecisions[order.status].includes(decisionFor[verdict]);
}

/** The calls that change an order, and the reading again of what they changed. */
export function useOrderCalls() {
  const utils = trpc.useUtils();
  const { mutateAsync } = trpc.admin.orders.decide.useMutation();
  return {
    decide: (order: Order, verdict: Verdict, reason?: string) =>
      mutateAsync({ id: order.id, decision: decisionFor[verdict], reason }),
    change: (input: DecideInput) => mutateAsync(input),
    refresh: () =>
      Promise.all([
        utils.admin.orders.list.invalidate(),
        utils.admin.orders.get.invalidate(),
        utils.orders.get.invalidate(),
        utils.admin.stats.invalidate(undefined, { refetchType: 'none' }),
      ]),
  };
}

export const [OrderDesk, useOrderDesk, useOrderDeskStore] = createDesk<Order>();
