import { Grid, Stack } from '@chakra-ui/react';
import { useMemo } from 'react';
import { LuListChecks, LuShoppingBag } from 'react-icons/lu';
import { paths } from '../../app/paths.ts';
import { ErrorState } from '../../components/error-state.tsx';
import { formatCount } from '../../lib/format.ts';
import { type Outputs, trpc } from '../../lib/trpc.ts';
import { LastOrders } from './last-orders.tsx';
import { LoadingOverview } from './loading-overview.tsx';
import { ChartGrid } from './panel.tsx';
import { PendingRecharges } from './pending-recharges.tsx';
import { StatCard } from './stat-card.tsx';
import { type Part, StatisticsPanel } from './statistics-panel.tsx';
import { TrendPanel } from './trend-panel.tsx';

type OwnStats = Outputs['stats']['mine'];

/** A customer's own figures: the orders are theirs and have no display offset. */
export function CustomerOverview() {
  const { data, error, isPending, refetch } = trpc.stats.mine.useQuery();
  const parts = useMemo(() => (data ? partsOf(data) : []), [data]);
  if (isPending) return <LoadingOverview cards={2} />;
  if (!data) return <ErrorState error={error} onRetry={() => void refetch()} />;

  return (
    <Stack gap="6">
      <Grid templateColumns={{ base: '1fr', sm: 'repeat(2, 1fr)' }} gap="4">
        <StatCard
          label="Active Services"
          value={`${formatCount(shownServices(data))}+`}
          icon={<LuListChecks />}
          to={paths.dashboardServices}
        />
        <StatCard
          label="Total Orders"
          value={formatCount(data.orders)}
          icon={<LuShoppingBag />}
          to={paths.orderHistory}
        />
      </Grid>
      <PendingRecharges />
      <ChartGrid>
        <TrendPanel months={data.ordersByMonth} offset={0} />
        <StatisticsPanel parts={parts} />
      </ChartGrid>
      <LastOrders />
    </Stack>
  );
}

function partsOf(stats: OwnStats): Part[] {
  return [
    { label: 'Active Services', value: shownServices(stats) },
    { label: 'Total Orders', value: stats.orders },
  ];
}

/** The real count and what the shop adds to it. */
function shownServices({ services }: OwnStats): number {
  return services.count + services.offset;
}
