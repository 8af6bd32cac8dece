import { lazy } from 'react';
import { LuCircleDashed, LuContrast } from 'react-icons/lu';
import { refundFor, sum } from '#shared/money.ts';
import { type Decision, legalDecisions } from '#shared/order-status.ts';
import { formatDollars } from '../../../lib/money.ts';
import { confirm } from '../../../lib/toasts/toasts.ts';
import type { Outputs } from '../../../lib/trpc.ts';
import { type Actions, approveWords, rejectWords } from '../review-queue/declaration.ts';

export const loadPartialDialog = () => import('./partial-dialog.tsx');
const PartialDialog = lazy(loadPartialDialog);

/** An order of the list, or one opened by its id. */
export type Order = Outputs['admin']['orders']['list']['items'][number];

export const failureTitle = 'Failed to update service status';
const title = 'Service status updated successfully';

/** The decisions on orders. */
export const orderActions = {
  approve: {
    ...approveWords,
    ...decided('complete'),
    consequence(orders) {
      const again = orders.filter(({ status }) => status === 'rejected');
      if (again.length > 0) {
        return `They become done, which is final. ${totalOf(again)} is charged again for those that had been rejected.`;
      }
      return `They become done, which is final. Nothing more is charged; ${totalOf(orders)} in all stays charged.`;
    },
    confirmFirst: confirmCharge,
    toast: ({ id, user, chargeNanos, status }) => {
      const charge = formatDollars(chargeNanos);
      const isAgain = status === 'rejected';
      const text = isAgain
        ? `Order ${id} is done. ${charge} was charged to ${user.userName} again.`
        : `Order ${id} of ${user.userName} is done; ${charge} stays charged.`;
      return { title, text };
    },
  },
  reject: {
    ...rejectWords,
    ...decided('reject'),
    consequence(orders) {
      const [first] = orders;
      return orders.length === 1 && first
        ? `${totalOf(orders)} goes back to ${first.user.userName} at once.`
        : `${totalOf(orders)} in all goes back to the customers at once.`;
    },
    toast: ({ id, user, chargeNanos }) => ({
      title,
      text: `Order ${id} is rejected. ${formatDollars(chargeNanos)} went back to ${user.userName}.`,
    }),
  },
  processing: {
    ...decided('processing'),
    label: 'Mark processing',
    doing: 'Marking processing',
    icon: LuCircleDashed,
    tone: 'calm',
    key: 'm',
    inBulk: { doing: 'Marking as processing', done: 'marked as processing' },
    consequence: () => 'Their customers read that work has begun. No money moves.',
    toast: ({ id, user }) => ({
      title,
      text: `Order ${id} of ${user.userName} is being worked on. No money has moved.`,
    }),
  },
  partial: {
    ...decided('partial'),
    label: 'Partial…',
    doing: 'Marking partial',
    icon: LuContrast,
    tone: 'calm',
    key: 'p',
    keyText: 'Deliver in part',
    canRun: (order) => can(order, 'partial') && order.quantity > 1,
    dialog: (order, { send, close }) => <PartialDialog order={order} send={send} onClose={close} />,
    consequence: () => '',
    toast: ({ id, user, priceMicros }, { remaining = 0 }) => ({
      title,
      text: `Order ${id} is partial. ${formatDollars(refundFor(remaining, priceMicros))} went back to ${user.userName}.`,
    }),
  },
} satisfies Actions<Order>;

function decided(decision: Decision) {
  return { decision, canRun: (order: Order) => can(order, decision) };
}

function can({ status }: Order, decision: Decision): boolean {
  return legalDecisions[status].includes(decision);
}

function totalOf(orders: readonly Order[]): string {
  return formatDollars(sum(orders.map(({ chargeNanos }) => chargeNanos)));
}

/** A rejected order was refunded: approving it charges again, which requires a confirmation. */
function confirmCharge({ id, user, chargeNanos, status }: Order): Promise<boolean> | undefined {
  if (status !== 'rejected') return undefined;
  const charge = formatDollars(chargeNanos);
  return confirm({
    title: `Charge ${charge} again?`,
    text: `Order ${id} was rejected and ${charge} went back to ${user.userName}. Approving it takes ${charge} from their balance again, and is final.`,
    confirmLabel: `Approve and charge ${charge}`,
  });
}
