import { trpc } from '../../lib/trpc.ts';

/**
 * Reads again all that shows an admin a customer's money or what has moved it: whatever an admin does with money calls this, and
 * nothing else has to know who shows it. What others do is told by the stream (`shownBy` of lib/live/read-again.ts).
 */
export function useReadMoneyAgain(): () => Promise<unknown> {
  const utils = trpc.useUtils();
  return () =>
    Promise.all([
      utils.admin.users.invalidate(),
      utils.admin.orders.list.invalidate(),
      utils.admin.orders.get.invalidate(),
      utils.admin.recharges.list.invalidate(),
      utils.admin.recharges.get.invalidate(),
      utils.orders.get.invalidate(),
      utils.admin.stats.invalidate(undefined, { refetchType: 'none' }),
    ]);
}
