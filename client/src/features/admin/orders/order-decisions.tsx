import { lazy } from 'react';
import { LuCircleDashed, LuContrast } from 'react-icons/lu';
import { refundFor, sum } from '#shared/money.ts';
import { type Decision, isOpen, legalDecisions } from '#shared/order-status.ts';
import { adminOrderTexts } from '../../../i18n/en/admin/admin-orders.ts';
import { formatDollars } from '../../../lib/money.ts';
import { confirm } from '../../../lib/toasts/toasts.ts';
import type { Outputs } from '../../../lib/trpc.ts';
import { type Actions, approval, rejection, type Terms } from '../review-queue/declaration.ts';

export const loadOrderDialogs = () => import('./order-dialogs.ts');
const PartialDialog = lazy(async () => ({ default: (await loadOrderDialogs()).PartialDialog }));

/** An order of the list, or one opened by its id. */
export type Order = Outputs['admin']['orders']['list']['items'][number];

/** The decisions on orders. */
export const orderActions = {
  approve: {
    ...approval,
    ...decided('complete'),
    consequence(orders) {
      const t = adminOrderTexts.get();
      const again = orders.filter(({ status }) => status === 'rejected');
      return again.length > 0 ? t.willBeDoneAgain({ total: totalOf(again) }) : t.willBeDone({ total: totalOf(orders) });
    },
    confirmFirst: (order) => confirmCharge(order) ?? confirmThere(order),
    toast: (order) => {
      const t = adminOrderTexts.get();
      const values = { ...whoOf(order), charge: formatDollars(order.chargeNanos) };
      return done(order.status === 'rejected' ? t.approvedAgain(values) : t.approvedOnce(values));
    },
  },
  reject: {
    ...rejection,
    ...decided('reject'),
    consequence(orders) {
      const t = adminOrderTexts.get();
      const total = totalOf(orders);
      const [first] = orders;
      return orders.length === 1 && first
        ? t.rejectOne({ total, customer: first.user.userName })
        : t.rejectMany({ total });
    },
    toast: (order) =>
      done(adminOrderTexts.get().rejectedSent({ ...whoOf(order), charge: formatDollars(order.chargeNanos) })),
  },
  processing: {
    ...decided('processing'),
    words() {
      const t = adminOrderTexts.get();
      return {
        label: t.markProcessing,
        doing: t.markingProcessing,
        ask: (what: string) => t.markProcessingAsk({ what }),
        send: (what: string) => t.markProcessingWhat({ what }),
      };
    },
    icon: LuCircleDashed,
    tone: 'calm',
    key: 'm',
    isForMany: true,
    consequence: () => adminOrderTexts.get().processingText,
    toast: (order) => done(adminOrderTexts.get().processingSent(whoOf(order))),
  },
  partial: {
    ...decided('partial'),
    words() {
      const t = adminOrderTexts.get();
      return {
        label: t.partial,
        doing: t.markingPartial,
        keyText: t.deliverInPart,
        ask: (what: string) => t.partialAsk({ what }),
        send: () => t.markPartial,
      };
    },
    icon: LuContrast,
    tone: 'calm',
    key: 'p',
    canRun: (order) => can(order, 'partial') && order.quantity > 1,
    dialog: (order, { send, close }) => <PartialDialog order={order} send={send} onClose={close} />,
    consequence: () => '',
    toast: (order, { remaining = 0 }) => {
      const refund = formatDollars(refundFor(remaining, order));
      return done(adminOrderTexts.get().partialSent({ ...whoOf(order), refund }));
    },
  },
} satisfies Actions<Order>;

/** Every decision's toast has the same title; the text below it names the decision. */
function done(text: string) {
  return { title: adminOrderTexts.get().updated, text };
}

function whoOf({ id, user }: Order) {
  return { id: String(id), customer: user.userName };
}

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
  return confirm(() => {
    const t = adminOrderTexts.get();
    const charge = formatDollars(chargeNanos);
    return {
      title: t.chargeAgain({ charge }),
      text: t.chargeAgainText({ id: String(id), charge, customer: user.userName }),
      confirmLabel: t.chargeAgainSend({ charge }),
    };
  });
}

/** A supplier has the order, so completing it by hand requires a confirmation. */
function confirmThere(order: Order): Promise<boolean | Terms> | undefined {
  const { id, user, status, atSupplier } = order;
  if (!atSupplier || !isOpen(status)) return undefined;
  const name = adminOrderTexts.get().orderOf({ id: String(id), customer: user.userName });
  return import('../purchases/may-deliver.ts').then(
    async ({ confirmAtSupplier }) => (await confirmAtSupplier(name, atSupplier)) && { confirmAtSupplier: true },
    // Without the question's code the server refuses.
    () => true,
  );
}
