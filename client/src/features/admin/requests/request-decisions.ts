import { LuCircleCheck } from 'react-icons/lu';
import { sum } from '#shared/money.ts';
import { legalRequestDecisions, type RequestDecision } from '#shared/request-status.ts';
import { adminRequestTexts } from '../../../i18n/en/admin/admin-requests.ts';
import { formatDollars } from '../../../lib/money.ts';
import type { Outputs } from '../../../lib/trpc.ts';
import { type Actions, approval, rejection } from '../review-queue/declaration.ts';

/** A request of the list, or one opened by its id. */
export type Request = Outputs['admin']['requests']['list']['items'][number];

/** The decisions on requests. Accepting a cancel refunds its order; nothing else moves money. */
export const requestActions = {
  approve: {
    ...approval,
    ...decided('accept'),
    words() {
      const t = adminRequestTexts.get();
      return {
        label: t.accept,
        doing: t.accepting,
        ask: (what: string) => t.acceptAsk({ what }),
        send: (what: string) => t.acceptWhat({ what }),
      };
    },
    consequence(requests) {
      const t = adminRequestTexts.get();
      const cancels = requests.filter(isCancel);
      const total = formatDollars(sum(cancels.map(({ order }) => order.chargeNanos)));
      return [
        ...(cancels.length > 0 ? [t.cancelsRefund({ total })] : []),
        ...(cancels.length < requests.length ? [t.workBegins] : []),
      ].join(' ');
    },
    toast: (request) => {
      const t = adminRequestTexts.get();
      const charge = formatDollars(request.order.chargeNanos);
      return updated(
        isCancel(request) ? t.acceptedCancel({ ...whoOf(request), charge }) : t.acceptedSent(whoOf(request)),
      );
    },
  },
  done: {
    ...decided('done'),
    words() {
      const t = adminRequestTexts.get();
      return {
        label: t.done,
        doing: t.markingDone,
        ask: (what: string) => t.doneAsk({ what }),
        send: (what: string) => t.doneWhat({ what }),
      };
    },
    icon: LuCircleCheck,
    tone: 'calm',
    key: 'd',
    isForMany: true,
    consequence: () => adminRequestTexts.get().doneText,
    toast: (request) => updated(adminRequestTexts.get().doneSent(whoOf(request))),
  },
  reject: {
    ...rejection,
    ...decided('reject'),
    words() {
      const t = adminRequestTexts.get();
      return {
        label: t.reject,
        doing: t.rejecting,
        ask: (what: string) => t.rejectAsk({ what }),
        send: (what: string) => t.rejectWhat({ what }),
      };
    },
    consequence: () => adminRequestTexts.get().noMoney,
    toast: (request) => updated(adminRequestTexts.get().rejectedSent(whoOf(request))),
  },
} satisfies Actions<Request>;

/** Every decision's toast has the same title; the text below it names the decision. */
function updated(text: string) {
  return { title: adminRequestTexts.get().updated, text };
}

function isCancel({ kind }: Request): boolean {
  return kind === 'cancel';
}

function whoOf({ order }: Request) {
  return { order: String(order.id), customer: order.user.userName };
}

function decided(decision: RequestDecision) {
  return {
    decision,
    canRun: ({ kind, status }: Request) => legalRequestDecisions[kind][status].includes(decision),
  };
}
