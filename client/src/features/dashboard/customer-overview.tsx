import { Grid, Stack } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useMemo } from 'react';
import { LuListChecks, LuShoppingBag } from 'react-icons/lu';
import { ErrorState } from '../../components/error-state.tsx';
import { dashboardTexts } from '../../i18n/en/dashboard.ts';
import { formatCount } from '../../lib/format.ts';
import { usePollMs } from '../../lib/live/live-state.ts';
import { useMedia } from '../../lib/media.ts';
import { paths } from '../../lib/paths.ts';
import { type Outputs, trpc } from '../../lib/trpc.ts';
import { ContinueOrder, useDraftedService } from './continue-order.tsx';
import { LastOrders, useLastOrders } from './last-orders.tsx';
import { LoadingOverview } from './loading-overview.tsx';
import { ChartGrid } from './panel.tsx';
import { PendingRecharges, usePendingRecharges } from './pending-recharges.tsx';
import { StatCard } from './stat-card.tsx';
import { type Part, StatisticsPanel } from './statistics-panel.tsx';
import { TrendPanel } from './trend-panel.tsx';

type OwnStats = Outputs['stats']['mine'];

/** A customer's own figures: the orders are theirs and have no display offset. */
export function CustomerOverview() {
  const t = useStore(dashboardTexts);
  const { data, error, isPending, refetch } = trpc.stats.mine.useQuery(undefined, {
    refetchInterval: usePollMs(),
  });
  // Asked for together with the figures, so that nothing moves when they arrive.
  useDraftedService();
  usePendingRecharges();
  useLastOrders();
  const hasRoom = useMedia('(min-width: 1024px)');
  const parts = useMemo(() => (data ? partsOf(data, t) : []), [data, t]);
  if (isPending) return <LoadingOverview cards={2} />;
  if (!data) return <ErrorState error={error} onRetry={() => void refetch()} />;

  return (
    <Stack gap="6">
      <ContinueOrder />
      <Grid templateColumns={{ base: '1fr', sm: 'repeat(2, 1fr)' }} gap="4">
        <StatCard
          label={t.activeServices}
          value={`${formatCount(shownServices(data))}+`}
          icon={<LuListChecks />}
          to={paths.dashboardServices}
        />
        <StatCard
          label={t.totalOrders}
          value={formatCount(data.orders)}
          icon={<LuShoppingBag />}
          to={paths.orderHistory}
        />
      </Grid>
      <PendingRecharges />
      {/* On a phone the charts fill screens of their own, and what became of an order comes first. */}
      {!hasRoom && <LastOrders />}
      <ChartGrid>
        <TrendPanel months={data.ordersByMonth} offset={0} />
        <StatisticsPanel parts={parts} />
      </ChartGrid>
      {hasRoom && <LastOrders />}
    </Stack>
  );
}

function partsOf(stats: OwnStats, t: ReturnType<typeof dashboardTexts.get>): Part[] {
  return [
    { label: t.activeServices, value: shownServices(stats) },
    { label: t.totalOrders, value: stats.orders },
  ];
}

/** The real count and what the shop adds to it. */
function shownServices({ services }: OwnStats): number {
  return services.count + services.offset;
}
