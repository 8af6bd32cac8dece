import type { adminOrderFilters } from '#shared/order-status.ts';
import { adminOrderTexts } from '../../../i18n/en/admin/admin-orders.ts';
import { adminOrderStatusTexts } from '../../../i18n/en/admin/statuses.ts';
import type { QueueWords } from '../review-queue/declaration.ts';
import type { Order } from './order.ts';

export const orderSorts = ['oldest', 'newest', 'largest', 'smallest', 'mostUnits', 'fewestUnits'] as const;

/** The texts of the queue. */
export function orderWords(): QueueWords<Order, (typeof adminOrderFilters)[number], (typeof orderSorts)[number]> {
  const t = adminOrderTexts.get();
  const { oldest, newest, largest, smallest, mostUnits, fewestUnits } = t;
  return {
    ...t,
    title: t.heading,
    text: t.headingText,
    rowName: (id) => t.anOrder({ id: String(id) }),
    nameOf: ({ id, user }) => t.orderOf({ id: String(id), customer: user.userName }),
    about: ({ id, user }) => ({ userId: user.id, orderId: id, rechargeId: null }),
    count: (count) => t.count({ count }),
    open: (id) => t.openOrder({ id: String(id) }),
    statusOf: (status) => (status === 'open' ? t.open : adminOrderStatusTexts.get()[status]),
    sorts: { oldest, newest, largest, smallest, mostUnits, fewestUnits },
    failure: t.failed,
    copy: t.copyLinks,
  };
}
