import { Alert } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { LuClock } from 'react-icons/lu';
import { MAX_PENDING_RECHARGES } from '#shared/recharge-status.ts';
import { errorTexts } from '../../i18n/en/common.ts';
import { usePollMs } from '../../lib/live/live-state.ts';
import { trpc } from '../../lib/trpc.ts';

/** Warns that another request would be refused, before the customer sends money. */
export function PendingLimit() {
  const t = useStore(errorTexts);
  const { data } = trpc.balance.recharges.useQuery(
    { status: 'pending', limit: MAX_PENDING_RECHARGES },
    { refetchInterval: usePollMs() },
  );
  if ((data?.items.length ?? 0) < MAX_PENDING_RECHARGES) return null;
  return (
    <Alert.Root status="warning" mb="6">
      <Alert.Indicator>
        <LuClock />
      </Alert.Indicator>
      <Alert.Description>{t.too_many_pending}</Alert.Description>
    </Alert.Root>
  );
}
