import { Stack, Text } from '@chakra-ui/react';
import { nanos } from '#shared/money.ts';
import { TimeText } from '../../../components/time-text.tsx';
import { formatAmount } from '../../../lib/money.ts';
import type { Recharge } from './recharge-decisions.tsx';

/** When a recharge was requested, decided and reversed, by whom and why, and its effect on the balance. */
export function RechargeTimeline({ recharge }: { recharge: Recharge }) {
  const { createdAt, decidedAt, decidedBy, status, reason, amountNanos } = recharge;
  const { reversedAt, reversedBy, reversalReason } = recharge;
  const amount = formatAmount(amountNanos);
  const decided =
    status === 'approved' ? `Approved, ${amount} added to the balance` : `Rejected, ${amount} was not added`;
  return (
    <Stack as="ol" listStyleType="none" gap="3" textStyle="sm">
      <Step what="Requested" who="The customer" at={createdAt} />
      {decidedAt && <Step what={decided} why={reason} who={decidedBy} at={decidedAt} />}
      {reversedAt && <Step what={reversal(recharge)} why={reversalReason} who={reversedBy} at={reversedAt} />}
    </Stack>
  );
}

interface StepProps {
  what: string;
  why?: string | null;
  who: string | null;
  at: string;
}

function Step({ what, why, who, at }: StepProps) {
  return (
    <li>
      {what}
      {why && <Text overflowWrap="anywhere">“{why}”</Text>}
      <Text textStyle="xs" color="fg.muted">
        {who ?? 'An admin'} · <TimeText at={at} />
      </Text>
    </li>
  );
}

/** The amount taken back, and the spent amount, which is never collected. */
function reversal({ reversedNanos, unrecoveredNanos }: Recharge): string {
  const taken = `Reversed, ${formatAmount(reversedNanos ?? nanos(0))} taken back`;
  return unrecoveredNanos ? `${taken}; ${formatAmount(unrecoveredNanos)} had been spent` : taken;
}
