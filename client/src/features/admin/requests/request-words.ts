import type { RequestKind } from '#shared/request-status.ts';
import { adminRequestStatusTexts, adminRequestTexts } from '../../../i18n/en/admin/admin-requests.ts';
import type { QueueWords } from '../review-queue/declaration.ts';
import type { Request } from './request-decisions.ts';

export const requestFilters = ['open', 'pending', 'accepted', 'rejected', 'done'] as const;
export const requestSorts = ['oldest', 'newest'] as const;

const nameTexts = { refill: 'refillOf', cancel: 'cancelOf', speed_up: 'speedUpOf' } as const satisfies Record<
  RequestKind,
  string
>;

/** The texts of the queue. */
export function requestWords(): QueueWords<Request, (typeof requestFilters)[number], (typeof requestSorts)[number]> {
  const t = adminRequestTexts.get();
  const { oldest, newest } = t;
  return {
    ...t,
    title: t.heading,
    text: t.headingText,
    rowName: (id) => t.aRequest({ id: String(id) }),
    nameOf: ({ kind, order }) => t[nameTexts[kind]]({ order: String(order.id), customer: order.user.userName }),
    about: ({ order }) => ({ userId: order.user.id, orderId: order.id, rechargeId: null }),
    count: (count) => t.count({ count }),
    open: (id) => t.openRequest({ id: String(id) }),
    statusOf: (status) => adminRequestStatusTexts.get()[status],
    sorts: { oldest, newest },
    failure: t.failed,
    copy: t.copyOrders,
  };
}
