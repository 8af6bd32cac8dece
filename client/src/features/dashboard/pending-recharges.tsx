import { Alert, Link } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { LuClock } from 'react-icons/lu';
import { sum } from '#shared/money.ts';
import { AppLink } from '../../components/app-link.tsx';
import { dashboardTexts } from '../../i18n/en/dashboard.ts';
import { usePollMs } from '../../lib/live/live-state.ts';
import { formatDollars } from '../../lib/money.ts';
import { paths } from '../../lib/paths.ts';
import { trpc } from '../../lib/trpc.ts';
import { pendingRecharges } from './overview-page-reads.ts';

/** The query of `PendingRecharges`, for a page that starts it early. */
export function usePendingRecharges() {
  const pollMs = usePollMs();
  return trpc.balance.recharges.useQuery(pendingRecharges, {
    refetchInterval: ({ state }) => (state.data?.items.length ? pollMs : false),
  });
}

/** A customer's undecided recharge requests, if there are any. */
export function PendingRecharges() {
  const t = useStore(dashboardTexts);
  const { data } = usePendingRecharges();
  const count = data?.items.length ?? 0;
  if (!data || count === 0) return null;
  const amountNanos = sum(data.items.map((item) => item.amountNanos));
  return (
    <Alert.Root status="warning" alignItems="center" borderRadius="l2">
      <Alert.Indicator>
        <LuClock />
      </Alert.Indicator>
      <Alert.Content>
        <Alert.Description>
          {t.pending({ count, amount: formatDollars(amountNanos) })}{' '}
          <Link asChild variant="underline" color="inherit">
            <AppLink to={`${paths.rechargeHistory}?status=pending`}>{t.seeRecharges}</AppLink>
          </Link>
        </Alert.Description>
      </Alert.Content>
    </Alert.Root>
  );
}
