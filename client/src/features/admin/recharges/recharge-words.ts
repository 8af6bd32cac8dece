import type { RechargeStatus } from '#shared/recharge-status.ts';
import { adminRechargeTexts } from '../../../i18n/en/admin/admin-recharges.ts';
import { rechargeStatusTexts } from '../../../i18n/en/statuses.ts';
import { formatDollars } from '../../../lib/money.ts';
import type { QueueWords } from '../review-queue/declaration.ts';
import type { Recharge } from './recharge.ts';

export const rechargeSorts = ['oldest', 'newest', 'largest', 'smallest'] as const;

/** The texts of the queue. */
export function rechargeWords(): QueueWords<Recharge, RechargeStatus, (typeof rechargeSorts)[number]> {
  const t = adminRechargeTexts.get();
  const { oldest, newest, largest, smallest } = t;
  return {
    ...t,
    title: t.heading,
    text: t.headingText,
    rowName: (id) => t.aRecharge({ id: String(id) }),
    nameOf: ({ id, user, amountNanos }) =>
      t.rechargeAmountOf({ id: String(id), customer: user.name, amount: formatDollars(amountNanos) }),
    about: ({ id, user }) => ({ userId: user.id, orderId: null, rechargeId: id }),
    count: (count) => t.count({ count }),
    open: (id) => t.openRecharge({ id: String(id) }),
    statusOf: (status) => rechargeStatusTexts.get()[status],
    sorts: { oldest, newest, largest, smallest },
    failure: t.failed,
  };
}
