import { Timeline } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { LuCircleCheck, LuCircleX, LuPencil, LuSend, LuUndo2 } from 'react-icons/lu';
import { TimelineEntry } from '../../components/order-timeline/timeline-entry.tsx';
import { timelineTexts } from '../../i18n/en/statuses.ts';
import { rechargeFilterTexts, rechargeProgressTexts, walletTexts } from '../../i18n/en/wallet.ts';
import { formatAmount } from '../../lib/money.ts';
import type { Outputs } from '../../lib/trpc.ts';

/** When a recharge was requested, corrected, decided and taken back, and its effect on the balance; oldest first. */
export function RechargeTimeline({ recharge }: { recharge: Outputs['balance']['recharge'] }) {
  const t = useStore(walletTexts);
  const { you, ourTeam } = useStore(timelineTexts);
  const statuses = useStore(rechargeFilterTexts);
  const { corrected, formerReference } = useStore(rechargeProgressTexts);
  const { status, reason, reversalReason, createdAt, decidedAt, reversedAt, amountNanos, corrections } = recharge;
  const isApproved = status === 'approved';
  return (
    <Timeline.Root as="ol" listStyleType="none">
      <TimelineEntry icon={<LuSend />} palette="gray" title={t.requested} who={you} at={createdAt} />
      {corrections.map(({ reference, at }) => (
        <TimelineEntry
          key={at}
          icon={<LuPencil />}
          palette="gray"
          title={corrected}
          money={formerReference({ reference })}
          who={you}
          at={at}
        />
      ))}
      {decidedAt && (
        <TimelineEntry
          icon={isApproved ? <LuCircleCheck /> : <LuCircleX />}
          palette={isApproved ? 'green' : 'red'}
          title={statuses[status]}
          money={isApproved ? t.addedToBalance({ amount: formatAmount(amountNanos) }) : t.nothingAdded}
          reason={reason}
          who={ourTeam}
          at={decidedAt}
        />
      )}
      {reversedAt && (
        <TimelineEntry
          icon={<LuUndo2 />}
          palette="red"
          title={t.reversed}
          reason={reversalReason}
          who={ourTeam}
          at={reversedAt}
        />
      )}
    </Timeline.Root>
  );
}
