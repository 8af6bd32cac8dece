import { MAX_PENDING_RECHARGES } from '#shared/recharge-status.ts';
import { session } from '../../lib/session.ts';
import { queryUtils } from '../../lib/trpc.ts';

/** Inputs that the overview's parts and `readOverview` share. */
export const lastOrders = { limit: 6 };
export const pendingRecharges = { status: 'pending', limit: MAX_PENDING_RECHARGES } as const;

/** Prefetches the overview's data while its code loads. The page retries and reports failures. */
export function readOverview(): void {
  if (session.get().user?.role === 'admin') {
    void queryUtils.admin.stats.prefetch();
    void queryUtils.admin.comparison.prefetch({ days: 30 });
    void queryUtils.admin.money.prefetch({ days: 30 });
    void queryUtils.admin.paymentMethods.list.prefetch();
    void queryUtils.admin.reports.attention.prefetch();
    return;
  }
  void queryUtils.balance.get.prefetch();
  void queryUtils.stats.mine.prefetch();
  void queryUtils.balance.recharges.prefetch(pendingRecharges);
  void queryUtils.orders.list.prefetch(lastOrders);
}
