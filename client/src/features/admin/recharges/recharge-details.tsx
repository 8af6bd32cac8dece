import { Flex, Span } from '@chakra-ui/react';
import { CopyButton } from '../../../components/copy-button.tsx';
import { MoneyText } from '../../../components/money-text.tsx';
import { RechargeStatusBadge } from '../../../components/status-badge.tsx';
import { usePollMs } from '../../../lib/live/live-state.ts';
import { managedRechargePath } from '../../../lib/paths.ts';
import { trpc } from '../../../lib/trpc.ts';
import { AuditTrail } from '../audit/audit-trail.tsx';
import type { DetailsProps } from '../review-queue/declaration.ts';
import { DetailsFrame } from '../review-queue/details-frame.tsx';
import { CustomerFacts, DetailsFacts, DetailsSection } from '../review-queue/details-parts.tsx';
import { DuplicateBadge } from './duplicate-badge.tsx';
import { RechargeActions } from './recharge-actions.tsx';
import type { Recharge } from './recharge-decisions.tsx';
import { RechargeTimeline } from './recharge-timeline.tsx';

/** One recharge with its history, its customer, and the same decisions as in the list. */
export default function RechargeDetails({ id, queue, ...frame }: DetailsProps<Recharge>) {
  const query = trpc.admin.recharges.get.useQuery({ id }, { refetchInterval: usePollMs() });
  return (
    <DetailsFrame
      {...frame}
      query={query}
      title={`Recharge ${id}`}
      path={managedRechargePath(id)}
      status={(recharge) => <RechargeStatusBadge recharge={recharge} />}
      footer={(recharge) => <RechargeActions recharge={recharge} queue={queue} inDetails />}
    >
      {(recharge) => (
        <>
          <DetailsFacts facts={factsOf(recharge)} />
          <DetailsSection title="Timeline">
            <RechargeTimeline recharge={recharge} />
          </DetailsSection>
          <CustomerFacts user={recharge.user} />
          <AuditTrail of={{ subject: 'recharge', subjectId: recharge.id }} />
        </>
      )}
    </DetailsFrame>
  );
}

function factsOf(recharge: Recharge) {
  return [
    { label: 'Name', value: recharge.user.name },
    { label: 'Phone', value: recharge.user.phone || 'Not provided' },
    { label: 'Amount', value: <MoneyText nanos={recharge.amountNanos} fontWeight="semibold" /> },
    { label: 'Paid Taka', value: <MoneyText taka={recharge.paidTaka} /> },
    { label: 'Method', value: recharge.method },
    {
      label: 'TransactionId',
      value: (
        <Flex align="center" gap="1" wrap="wrap">
          <Span fontFamily="mono">{recharge.reference}</Span>
          <CopyButton size="2xs" my="-1" value={recharge.reference} label={`transaction ID ${recharge.reference}`} />
          {recharge.isDuplicate && <DuplicateBadge />}
        </Flex>
      ),
    },
  ];
}
