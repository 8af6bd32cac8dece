import { Flex, Stack, Text } from '@chakra-ui/react';
import { formatAmount } from '../../../../../shared/money.ts';
import { CopyButton } from '../../../components/copy-button.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { LoadingStack } from '../../../components/loading-stack.tsx';
import { MoneyText } from '../../../components/money-text.tsx';
import { RechargeStatusBadge } from '../../../components/status-badge.tsx';
import { TimeText } from '../../../components/time-text.tsx';
import { usePollMs } from '../../../lib/live/live-state.ts';
import { managedRechargePath } from '../../../lib/paths.ts';
import { trpc } from '../../../lib/trpc.ts';
import { CustomerFacts } from '../desk/customer-facts.tsx';
import { DetailFacts } from '../desk/detail-facts.tsx';
import { DetailFrame, type DetailFrameProps } from '../desk/detail-frame.tsx';
import { DetailSection } from '../desk/detail-section.tsx';
import { DuplicateSign } from './duplicate-sign.tsx';
import { RechargeActions } from './recharge-actions.tsx';
import type { Recharge } from './recharge-desk.ts';

interface RechargeDetailProps extends Pick<DetailFrameProps, 'step' | 'onClose'> {
  id: number;
}

/** One recharge with what became of it, who asked for it, and the same decisions as in the list. */
export function RechargeDetail({ id, ...frame }: RechargeDetailProps) {
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
            <History recharge={recharge} />
          </DetailSection>
          <CustomerFacts user={recharge.user} />
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
        <Flex align="center" gap="1" wrap="wrap" fontFamily="mono">
          {recharge.reference}
          <CopyButton size="2xs" my="-1" value={recharge.reference} label={`transaction ID ${recharge.reference}`} />
          {recharge.isDuplicate && <DuplicateSign />}
        </Flex>
      ),
    },
  ];
}

/** When it was asked for and when it was decided, by whom, and what that did to the balance. */
function History({ recharge }: { recharge: Recharge }) {
  const { createdAt, decidedAt, decidedBy, status, reason, amountNanos } = recharge;
  const amount = formatAmount(amountNanos);
  return (
    <Stack as="ol" listStyleType="none" gap="3" textStyle="sm">
      <li>
        Requested
        <Text textStyle="xs" color="fg.muted">
          The customer · <TimeText at={createdAt} />
        </Text>
      </li>
      {decidedAt && (
        <li>
          {status === 'approved' ? `Approved, ${amount} added to the balance` : `Rejected, ${amount} was not added`}
          {reason && <Text overflowWrap="anywhere">“{reason}”</Text>}
          <Text textStyle="xs" color="fg.muted">
            {decidedBy ?? 'An admin'} · <TimeText at={decidedAt} />
          </Text>
        </li>
      )}
    </Stack>
  );
}
