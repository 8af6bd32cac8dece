import { formatDollars } from '../../../../../shared/money.ts';
import { type Outputs, trpc } from '../../../lib/trpc.ts';
import { createDesk } from '../desk/create-desk.ts';
import type { Verdict } from '../desk/use-desk.ts';

export type Recharge = Outputs['admin']['recharges']['list']['items'][number];

export const failureTitle = 'Failed to approve recharge request';

/** Both verdicts have the same title; the line below it says which one it was and what became of the money. */
export function successNotice({ id, user, amountNanos }: Recharge, verdict: Verdict) {
  const title = 'Recharge request approved successfully';
  if (verdict === 'approve') return { title, text: `${formatDollars(amountNanos)} added to ${user.name}'s balance.` };
  return { title, text: `Recharge ${id} of ${user.name} is rejected. Nothing was added.` };
}

export function useRechargeCalls() {
  const utils = trpc.useUtils();
  const { mutateAsync } = trpc.admin.recharges.decide.useMutation();
  return {
    decide: ({ id }: Recharge, decision: Verdict, reason?: string) => mutateAsync({ id, decision, reason }),
    refresh: () =>
      Promise.all([
        utils.admin.recharges.list.invalidate(),
        utils.admin.stats.invalidate(undefined, { refetchType: 'none' }),
      ]),
  };
}

export const [RechargeDesk, , useRechargeDeskStore] = createDesk<Recharge>();
