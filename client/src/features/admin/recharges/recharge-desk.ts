import { useQueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { formatDollars } from '../../../../../shared/money.ts';
import { rechargeStatuses } from '../../../../../shared/recharge-status.ts';
import { readError } from '../../../lib/errors.ts';
import { type Inputs, mutateWhileLeaving, type Outputs, trpc } from '../../../lib/trpc.ts';
import { createDesk } from '../desk/create-desk.ts';
import { noteDecided } from '../desk/decided-here.ts';
import { putRow } from '../desk/put-row.ts';
import type { Notice, Verdict } from '../desk/use-desk.ts';
import { useReadMoneyAgain } from '../desk/use-read-money-again.ts';

export type Recharge = Outputs['admin']['recharges']['list']['items'][number];
type DecideInput = Inputs['admin']['recharges']['decide'];

export const failureTitle = 'Failed to approve recharge request';

/** Both verdicts have the same title; the line below it says which one it was and what became of the money. */
export function successNotice({ id, user, amountNanos }: Recharge, verdict: Verdict): Notice {
  const title = 'Recharge request approved successfully';
  const amount = formatDollars(amountNanos);
  if (verdict === 'approve') return { title, text: `${amount} added to ${user.name}'s balance.` };
  return { title, text: `Recharge ${id} of ${user.name} is rejected. Its ${amount} was not added.` };
}

/** The call that decides a recharge, and the reading again of what it changed. */
export function useRechargeCalls() {
  const queryClient = useQueryClient();
  const put = (known: Partial<Recharge> & { id: number }) =>
    putRow(queryClient, getQueryKey(trpc.admin.recharges.list), known);

  return {
    /** Decides a recharge as the admin saw it, and shows at once what it is by then. */
    async decide({ id, status }: Recharge, decision: Verdict, reason?: string): Promise<Recharge> {
      const input: DecideInput = { id, decision, reason, expectedStatus: status };
      try {
        const decided = await mutateWhileLeaving<Recharge>('admin.recharges.decide', input);
        noteDecided('recharge', decided.id);
        put(decided);
        return decided;
      } catch (thrown) {
        const { code, details } = readError(thrown);
        const { decidedBy = null, decidedAt = null } = details;
        const statusNow = rechargeStatuses.find((known) => known === details.status);
        if (code === 'already_decided' && statusNow) put({ id, status: statusNow, decidedBy, decidedAt });
        throw thrown;
      }
    },
    refresh: useReadMoneyAgain(),
  };
}

export const [RechargeDesk, , useRechargeDeskStore] = createDesk<Recharge>();
