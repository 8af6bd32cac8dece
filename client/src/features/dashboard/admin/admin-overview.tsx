import { Button, Grid, Skeleton, Stack } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useMemo } from 'react';
import { LuArrowRight } from 'react-icons/lu';
import { AppLink } from '../../../components/app-link.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { LazyBoundary } from '../../../components/lazy-boundary.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { RecipientNotice } from '../../../components/recipient-notice.tsx';
import { shopTexts } from '../../../i18n/en/admin/shop.ts';
import { dashboardTexts } from '../../../i18n/en/dashboard.ts';
import { lazyWithPreload } from '../../../lib/lazy-with-preload.tsx';
import { settingsPath } from '../../../lib/settings-sections.ts';
import { type Outputs, trpc } from '../../../lib/trpc.ts';
import { ChartGrid, LoadingPanels } from '../panel.tsx';
import { type Part, StatisticsPanel } from '../statistics-panel.tsx';
import { TrendPanel } from '../trend-panel.tsx';
import { ComparisonRow } from './comparison-row.tsx';
import { DaysPanel } from './days-panel.tsx';
import { LastBackup } from './last-backup.tsx';
import { MoneyRangeChoice } from './money-range-choice.tsx';
import { MoneyStatement } from './money-statement.tsx';
import { NeedsYouPanel } from './needs-you-panel.tsx';
import { PurchasesPanel, useAttention } from './purchases-panel.tsx';
import { ShopCards, withOffset } from './shop-cards.tsx';
import { SlowServicesPanel } from './slow-services-panel.tsx';
import { useMoneyRange } from './use-money-range.ts';

const { Part: MissingWarning } = lazyWithPreload(() => import('./missing-warning.tsx'));

const REFRESH_MS = 15_000;

type Stats = Outputs['admin']['stats'];

/**
 * What needs an admin, the shop's figures next to those before, and its money; below them the charts, and last what compares nothing.
 */
export default function AdminOverview() {
  const t = useStore(dashboardTexts);
  const range = useMoneyRange();
  const { data, error, refetch } = trpc.admin.stats.useQuery(undefined, { refetchInterval: REFRESH_MS });
  // Loaded together with the figures, so that its notice moves nothing.
  const { data: methods = [] } = trpc.admin.paymentMethods.list.useQuery();
  const attention = useAttention();
  // With the figures, too. A failure delays nothing.
  const isAwaited = attention.isPending && attention.failureCount === 0;
  return (
    <>
      <PageHeading title={t.heading} text={range.compared}>
        <MoneyRangeChoice {...range} />
      </PageHeading>
      <Stack gap={gap}>
        <LazyBoundary>
          <MissingWarning />
        </LazyBoundary>
        {data && !isAwaited
          ? attention.data && <NeedsYouPanel found={attention.data.lines} stats={data} />
          : error === null && <Skeleton minH="64" borderRadius="l3" />}
        <ComparisonRow input={range.input} period={range.period} />
        {data && <PaymentNotice methods={methods} />}
        <Grid
          templateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 3fr) minmax(0, 2fr)' }}
          gap={gap}
          alignItems="start"
        >
          <MoneyStatement {...range} />
          {data && <ShopCards {...data} />}
        </Grid>
        {attention.data
          ? data && <PurchasesPanel suppliers={attention.data.suppliers} />
          : attention.error && <ErrorState error={attention.error} onRetry={() => void attention.refetch()} />}
        {data && <LastBackup />}
        {data && <Charts stats={data} />}
        {!data && (error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingPanels />)}
      </Stack>
    </>
  );
}

const gap = { base: '4', md: '6' };

/** Payment methods without a valid number, which customers can't pay by. */
function PaymentNotice({ methods }: Pick<Parameters<typeof RecipientNotice>[0], 'methods'>) {
  const shop = useStore(shopTexts);
  return (
    <RecipientNotice methods={methods}>
      <Button asChild colorPalette="brand">
        <AppLink to={settingsPath('methods')}>
          {shop.paymentMethods} <LuArrowRight aria-hidden />
        </AppLink>
      </Button>
    </RecipientNotice>
  );
}

function Charts({ stats }: { stats: Stats }) {
  const t = useStore(dashboardTexts);
  const shop = useStore(shopTexts);
  const parts = useMemo<Part[]>(
    () => [
      { label: t.activeServices, value: withOffset(stats.services) },
      { label: t.totalOrders, value: withOffset(stats.orders) },
      { label: shop.totalUsers, value: withOffset(stats.users) },
    ],
    [stats, t, shop],
  );
  return (
    <>
      <DaysPanel days={stats.days} />
      <SlowServicesPanel />
      <ChartGrid>
        <TrendPanel months={stats.ordersByMonth} offset={stats.orders.offset} />
        <StatisticsPanel parts={parts} />
      </ChartGrid>
    </>
  );
}
