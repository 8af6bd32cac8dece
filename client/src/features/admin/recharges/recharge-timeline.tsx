import { Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { nanos } from '#shared/money.ts';
import { TimeText } from '../../../components/time-text.tsx';
import { rechargeDetailsTexts } from '../../../i18n/en/admin/recharge-details.ts';
import { queueTexts } from '../../../i18n/en/admin/review-queue.ts';
import { formatAmount } from '../../../lib/money.ts';
import { whoDecided } from '../review-queue/by-words.ts';
import type { Recharge } from './recharge.ts';

/** When a recharge was requested, decided and reversed, by whom and why, and its effect on the balance. */
export function RechargeTimeline({ recharge }: { recharge: Recharge }) {
  const t = useStore(rechargeDetailsTexts);
  const { createdAt, decidedAt, status, reason, amountNanos } = recharge;
  const { reversedAt, reversedBy, reversalReason } = recharge;
  const amount = formatAmount(amountNanos);
  const decided = status === 'approved' ? t.approvedStep({ amount }) : t.rejectedStep({ amount });
  return (
    <Stack as="ol" listStyleType="none" gap="3" textStyle="sm">
      <Step what={t.requested} who={t.theCustomer} at={createdAt} />
      {decidedAt && <Step what={decided} why={reason} who={whoDecided(recharge)} at={decidedAt} />}
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
  const { anAdmin } = useStore(queueTexts);
  return (
    <li>
      {what}
      {why && <Text overflowWrap="anywhere">“{why}”</Text>}
      <Text textStyle="xs" color="fg.muted">
        {who ?? anAdmin}
        {'\u00a0· '}
        <TimeText at={at} />
      </Text>
    </li>
  );
}

/** The amount taken back, and the spent amount, which is never collected. */
function reversal({ reversedNanos, unrecoveredNanos }: Recharge): string {
  const t = rechargeDetailsTexts.get();
  const amount = formatAmount(reversedNanos ?? nanos(0));
  return unrecoveredNanos
    ? t.reversedStepPartly({ amount, missing: formatAmount(unrecoveredNanos) })
    : t.reversedStep({ amount });
}
