import { useStore } from '@nanostores/react';
import { MoneyText } from '../../../components/money-text.tsx';
import { RechargeStatusBadge } from '../../../components/status-badge.tsx';
import { adminTexts } from '../../../i18n/en/admin/admin.ts';
import { adminRechargeTexts } from '../../../i18n/en/admin/admin-recharges.ts';
import { rechargeDetailsTexts } from '../../../i18n/en/admin/recharge-details.ts';
import { queueTexts } from '../../../i18n/en/admin/review-queue.ts';
import { fieldMessage } from '../../../lib/errors.ts';
import { usePollMs } from '../../../lib/live/live-state.ts';
import { managedRechargePath } from '../../../lib/paths.ts';
import { trpc } from '../../../lib/trpc.ts';
import { AuditTrail } from '../audit/audit-trail.tsx';
import type { DetailsProps } from '../review-queue/declaration.ts';
import { DetailsFrame } from '../review-queue/details-frame.tsx';
import { CustomerFacts, DetailsFacts, DetailsSection } from '../review-queue/details-parts.tsx';
import type { Recharge } from './recharge.ts';
import { RechargeActions } from './recharge-actions.tsx';
import RechargeMatch from './recharge-match.tsx';
import { RechargeTimeline } from './recharge-timeline.tsx';
import { TransactionId } from './transaction-id.tsx';

/** One recharge with its history, its customer, and the same decisions as in the list. */
export default function RechargeDetails({ id, queue, ...frame }: DetailsProps<Recharge>) {
  const t = useStore(adminRechargeTexts);
  const { timeline } = useStore(queueTexts);
  const { title } = useStore(rechargeDetailsTexts);
  const query = trpc.admin.recharges.get.useQuery({ id }, { refetchInterval: usePollMs() });
  return (
    <DetailsFrame
      {...frame}
      query={query}
      title={title({ id: String(id) })}
      path={managedRechargePath(id)}
      status={(recharge) => <RechargeStatusBadge recharge={recharge} />}
      footer={(recharge) => <RechargeActions recharge={recharge} queue={queue} inDetails />}
    >
      {(recharge) => (
        <>
          <DetailsFacts facts={factsOf(t, recharge)} />
          <DetailsSection title={timeline}>
            <RechargeTimeline recharge={recharge} />
          </DetailsSection>
          <CustomerFacts user={recharge.user} />
          <AuditTrail of={{ subject: 'recharge', subjectId: recharge.id }} />
        </>
      )}
    </DetailsFrame>
  );
}

function factsOf(t: ReturnType<typeof adminRechargeTexts.get>, recharge: Recharge) {
  const { heading, whyItWaits } = rechargeDetailsTexts.get();
  return [
    { label: t.name, value: recharge.user.name },
    { label: t.phone, value: recharge.user.phone || adminTexts.get().notProvided },
    { label: t.amount, value: <MoneyText nanos={recharge.amountNanos} fontWeight="semibold" /> },
    { label: t.paidTaka, value: <MoneyText taka={recharge.paidTaka} /> },
    { label: t.method, value: recharge.method },
    {
      label: t.reference,
      value: <TransactionId recharge={recharge} />,
    },
    ...(recharge.match ? [{ label: heading, value: <RechargeMatch recharge={recharge} /> }] : []),
    ...(recharge.status === 'pending' && recharge.reason
      ? [{ label: whyItWaits, value: fieldMessage(recharge.reason) }]
      : []),
  ];
}
