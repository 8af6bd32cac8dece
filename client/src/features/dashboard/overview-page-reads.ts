import { MAX_PENDING_RECHARGES } from '../../../../shared/recharge-status.ts';
import { session } from '../../lib/session.ts';
import { queryUtils } from '../../lib/trpc.ts';

/** What the overview's parts ask for: they and `readOverview` have to ask for the very same. */
export const lastOrders = { limit: 5 };
export const pendingRecharges = { status: 'pending', limit: MAX_PENDING_RECHARGES } as const;

/** Asks for what the overview shows, while its code is on its way; what fails, the page asks for again and tells. */
export function readOverview(): void {
  if (session.get().user?.role === 'admin') {
    void queryUtils.admin.stats.prefetch();
    void queryUtils.admin.paymentMethods.list.prefetch();
    return;
  }
  void queryUtils.balance.get.prefetch();
  void queryUtils.stats.mine.prefetch();
  void queryUtils.balance.recharges.prefetch(pendingRecharges);
  void queryUtils.orders.list.prefetch(lastOrders);
}
