import { lazy } from 'react';
import { sum } from '#shared/money.ts';
import { formatDollars } from '../../../lib/money.ts';
import type { Outputs } from '../../../lib/trpc.ts';
import { type Actions, approveWords, rejectWords } from '../review-queue/declaration.ts';

export const loadDuplicateDialog = () => import('./duplicate-dialog.tsx');
const DuplicateDialog = lazy(loadDuplicateDialog);

export type Recharge = Outputs['admin']['recharges']['list']['items'][number];

export const failureTitle = 'Failed to approve recharge request';
/** Both decisions have the same title; the text below it names the decision. */
const title = 'Recharge request approved successfully';

const canRun = ({ status }: Recharge) => status === 'pending';

/** The decisions on recharges. */
export const rechargeActions = {
  approve: {
    ...approveWords,
    decision: 'approve',
    canRun,
    consequence(recharges) {
      const total = formatDollars(sum(recharges.map(({ amountNanos }) => amountNanos)));
      return `${total} in all is added to the customers' balances. This is final. ${duplicateWarning(recharges)}`.trim();
    },
    dialog: (recharge, { send, close }) =>
      recharge.isDuplicate ? <DuplicateDialog recharge={recharge} send={send} onClose={close} /> : undefined,
    toast: ({ user, amountNanos }) => ({
      title,
      text: `${formatDollars(amountNanos)} added to ${user.name}'s balance.`,
    }),
  },
  reject: {
    ...rejectWords,
    decision: 'reject',
    canRun,
    consequence: () => 'Nothing is added to the balance. This is final; the same transaction ID may be sent again.',
    toast: ({ id, user, amountNanos }) => ({
      title,
      text: `Recharge ${id} of ${user.name} is rejected. Its ${formatDollars(amountNanos)} was not added.`,
    }),
  },
} satisfies Actions<Recharge>;

/** A warning with the recharges whose transaction ID another request has too: only one of them can be paid with it. */
function duplicateWarning(recharges: readonly Recharge[]): string {
  const ids = recharges.filter(({ isDuplicate }) => isDuplicate).map(({ id }) => String(id));
  if (ids.length === 0) return '';
  if (ids.length === 1) return `Duplicate ID: another request has the transaction ID of recharge ${ids[0]} too.`;
  return `Duplicate IDs: other requests have the transaction IDs of recharges ${listed.format(ids)} too.`;
}

const listed = new Intl.ListFormat('en-US');
