import { trpc } from '../../lib/trpc.ts';

/** @returns a function that refetches all data with a customer's money; call it after each change of money. */
export function useReadMoneyAgain(): () => Promise<unknown> {
  const utils = trpc.useUtils();
  return () =>
    Promise.all([
      utils.admin.users.invalidate(),
      utils.admin.orders.list.invalidate(),
      utils.admin.orders.get.invalidate(),
      utils.admin.recharges.list.invalidate(),
      utils.admin.recharges.get.invalidate(),
      utils.admin.requests.list.invalidate(),
      utils.admin.requests.get.invalidate(),
      utils.orders.get.invalidate(),
      utils.admin.stats.invalidate(undefined, { refetchType: 'none' }),
    ]);
}
