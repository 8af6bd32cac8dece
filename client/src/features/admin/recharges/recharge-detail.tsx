import { Flex, Span, Stack } from '@chakra-ui/react';
import { CopyButton } from '../../../components/copy-button.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { LoadingStack } from '../../../components/loading-stack.tsx';
import { MoneyText } from '../../../components/money-text.tsx';
import { RechargeStatusBadge } from '../../../components/status-badge.tsx';
import { usePollMs } from '../../../lib/live/live-state.ts';
import { managedRechargePath } from '../../../lib/paths.ts';
import { trpc } from '../../../lib/trpc.ts';
import { AuditTrail } from '../audit/audit-trail.tsx';
import { CustomerFacts } from '../desk/customer-facts.tsx';
import { DetailFacts } from '../desk/detail-facts.tsx';
import { DetailFrame, type DetailFrameProps } from '../desk/detail-frame.tsx';
import { DetailSection } from '../desk/detail-section.tsx';
import { DuplicateSign } from './duplicate-sign.tsx';
import { RechargeActions } from './recharge-actions.tsx';
import type { Recharge } from './recharge-desk.ts';
import { RechargeTimeline } from './recharge-timeline.tsx';

interface RechargeDetailProps extends Pick<DetailFrameProps, 'step' | 'onClose'> {
  id: number;
}

/** One recharge with what became of it, who asked for it, and the same decisions as in the list. */
export default function RechargeDetail({ id, ...frame }: RechargeDetailProps) {
  const query = trpc.admin.recharges.get.useQuery({ id }, { refetchInterval: usePollMs() });
  const recharge = query.data;
  return (
    <DetailFrame
      {...frame}
      title={`Recharge ${id}`}
      path={managedRechargePath(id)}
      status={recharge && <RechargeStatusBadge recharge={recharge} />}
      footer={recharge && <RechargeActions recharge={recharge} large />}
    >
      {recharge ? (
        <Stack gap="6">
          <DetailFacts facts={factsOf(recharge)} />
          <DetailSection title="Timeline">
            <RechargeTimeline recharge={recharge} />
          </DetailSection>
          <CustomerFacts user={recharge.user} />
          <AuditTrail of={{ subject: 'recharge', subjectId: recharge.id }} />
        </Stack>
      ) : query.isError ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <LoadingStack heights={['6', '6', '6', '6', '6', '6']} />
      )}
    </DetailFrame>
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
          {recharge.isDuplicate && <DuplicateSign />}
        </Flex>
      ),
    },
  ];
}
