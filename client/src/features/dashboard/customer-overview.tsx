import { Grid, Stack } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useDeferredValue, useMemo } from 'react';
import { LuListChecks, LuShoppingBag } from 'react-icons/lu';
import { ErrorState } from '../../components/error-state.tsx';
import { dashboardTexts } from '../../i18n/en/dashboard.ts';
import { toAddAmount } from '../../lib/amount-to-add.ts';
import { formatCount } from '../../lib/format.ts';
import { usePollMs } from '../../lib/live/live-state.ts';
import { paths } from '../../lib/paths.ts';
import { type Outputs, trpc } from '../../lib/trpc.ts';
import { useOrderParam } from '../../lib/use-order-param.ts';
import { ContinueOrder } from './continue-order.tsx';
import { FirstTopUp } from './first-top-up.tsx';
import { LastOrders, useLastOrders } from './last-orders.tsx';
import { LoadingOverview } from './loading-overview.tsx';
import { OwnCourse } from './own-course.tsx';
import { OwnFigures } from './own-figures.tsx';
import { ChartGrid } from './panel.tsx';
import { PendingRecharges, usePendingRecharges } from './pending-recharges.tsx';
import { StatCard } from './stat-card.tsx';
import { type Part, StatisticsPanel } from './statistics-panel.tsx';
import { TrendPanel } from './trend-panel.tsx';
import { isFirstLoad, usePendingOrder } from './use-pending-order.ts';

type OwnStats = Outputs['stats']['mine'];

/** The customer's overview: balance and orders, then figures, which have no display offset. */
export function CustomerOverview() {
  const t = useStore(dashboardTexts);
  const { data, error, isPending, refetch } = trpc.stats.mine.useQuery(undefined, {
    refetchInterval: usePollMs(),
  });
  // Opening and closing the dialog changes the URL, and then the draft is read again.
  useOrderParam();
  const pending = usePendingOrder();
  // Displayed together, so that nothing moves when a later one arrives.
  const parts = [usePendingRecharges(), useLastOrders()];
  const isAwaited = isPending || pending.isAwaited || parts.some(isFirstLoad);
  const figures = useMemo(() => (data ? figuresOf(data, t) : []), [data, t]);
  // Rendered in steps, because it is the largest update of the page.
  if (useDeferredValue(isAwaited)) return <LoadingOverview who="customer" />;
  if (!data) return <ErrorState error={error} onRetry={() => void refetch()} />;

  const { order } = pending;
  const missingAmount = order && order.shortNanos > 0 ? toAddAmount(order.shortNanos) : undefined;
  return (
    <Stack gap={gap}>
      {order && <ContinueOrder order={order} />}
      {data.isNew ? (
        <FirstTopUp amount={missingAmount} />
      ) : (
        <OwnFigures
          stats={data}
          missingAmount={missingAmount}
          isQuiet={order !== null && missingAmount === undefined}
        />
      )}
      <PendingRecharges />
      {data.orders === 0 ? (
        <LastOrders />
      ) : (
        <Grid
          templateColumns={{ base: 'minmax(0, 1fr)', xl: 'minmax(0, 3fr) minmax(0, 2fr)' }}
          gap={gap}
          alignItems="start"
        >
          <LastOrders />
          <OwnCourse months={data.months} spentByPlatform={data.spentByPlatform} />
        </Grid>
      )}
      <Grid templateColumns="repeat(2, minmax(0, 1fr))" gap={{ base: '3', md: '4' }}>
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
      <ChartGrid>
        <TrendPanel months={data.ordersByMonth} offset={0} />
        <StatisticsPanel parts={figures} />
      </ChartGrid>
    </Stack>
  );
}

const gap = { base: '4', md: '6' };

function figuresOf(stats: OwnStats, t: ReturnType<typeof dashboardTexts.get>): Part[] {
  return [
    { label: t.activeServices, value: shownServices(stats) },
    { label: t.totalOrders, value: stats.orders },
  ];
}

/** The real count plus the shop's display offset. */
function shownServices({ services }: OwnStats): number {
  return services.count + services.offset;
}
