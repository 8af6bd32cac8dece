import { Button, Grid, Stack } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useMemo } from 'react';
import { LuArrowRight, LuListChecks, LuShoppingBag, LuUsers } from 'react-icons/lu';
import { AppLink } from '../../../components/app-link.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { RecipientNotice } from '../../../components/recipient-notice.tsx';
import { shopTexts } from '../../../i18n/en/admin/shop.ts';
import { dashboardTexts } from '../../../i18n/en/dashboard.ts';
import { formatCount } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { settingsPath } from '../../../lib/settings-sections.ts';
import { type Outputs, trpc } from '../../../lib/trpc.ts';
import { LoadingOverview } from '../loading-overview.tsx';
import { ChartGrid } from '../panel.tsx';
import { StatCard } from '../stat-card.tsx';
import { type Part, StatisticsPanel } from '../statistics-panel.tsx';
import { TrendPanel } from '../trend-panel.tsx';
import { DaysPanel } from './days-panel.tsx';
import { MoneyPanel } from './money-panel.tsx';
import { SlowServicesPanel } from './slow-services-panel.tsx';
import { WaitingPanel } from './waiting-panel.tsx';

const REFRESH_MS = 15_000;

interface Figure {
  count: number;
  offset: number;
}

/** The shop's money first, then the waiting rows, the cards and the charts. */
export default function AdminOverview() {
  return (
    <Stack gap="6">
      <MoneyPanel />
      <ShopFigures />
    </Stack>
  );
}

function ShopFigures() {
  const t = useStore(dashboardTexts);
  const shop = useStore(shopTexts);
  const { data, error, isPending, refetch } = trpc.admin.stats.useQuery(undefined, { refetchInterval: REFRESH_MS });
  // Loaded together with the figures, so that its notice moves nothing.
  const { data: methods = [] } = trpc.admin.paymentMethods.list.useQuery();
  const parts = useMemo(() => (data ? partsOf(data, t, shop) : []), [data, t, shop]);
  if (isPending) return <LoadingOverview who="admin" />;
  if (!data) return <ErrorState error={error} onRetry={() => void refetch()} />;

  const { services, orders, users } = data;
  return (
    <>
      <RecipientNotice methods={methods}>
        <Button asChild colorPalette="brand">
          <AppLink to={settingsPath('methods')}>
            {shop.paymentMethods} <LuArrowRight aria-hidden />
          </AppLink>
        </Button>
      </RecipientNotice>
      <WaitingPanel
        recharges={{ count: data.pendingRecharges, oldest: data.oldestRecharge }}
        orders={{ count: data.pendingOrders, oldest: data.oldestOrder }}
      />
      <Grid templateColumns={{ base: '1fr', sm: 'repeat(auto-fit, minmax(14rem, 1fr))' }} gap="4">
        <StatCard
          label={t.activeServices}
          value={`${formatCount(shown(services))}+`}
          note={realCount(services)}
          icon={<LuListChecks />}
          to={paths.manageServices}
        />
        <StatCard
          label={t.totalOrders}
          value={formatCount(shown(orders))}
          note={realCount(orders)}
          icon={<LuShoppingBag />}
          to={paths.manageOrders}
        />
        <StatCard
          label={shop.totalUsers}
          value={formatCount(shown(users))}
          note={realCount(users)}
          icon={<LuUsers />}
          to={paths.manageUsers}
        />
      </Grid>
      <ChartGrid>
        <TrendPanel months={data.ordersByMonth} offset={orders.offset} />
        <StatisticsPanel parts={parts} />
      </ChartGrid>
      <DaysPanel days={data.days} />
      <SlowServicesPanel />
    </>
  );
}

function partsOf(
  { services, orders, users }: Outputs['admin']['stats'],
  t: ReturnType<typeof dashboardTexts.get>,
  shop: ReturnType<typeof shopTexts.get>,
): Part[] {
  return [
    { label: t.activeServices, value: shown(services) },
    { label: t.totalOrders, value: shown(orders) },
    { label: shop.totalUsers, value: shown(users) },
  ];
}

/** The real count plus the shop's offset. */
function shown({ count, offset }: Figure): number {
  return count + offset;
}

/** Admins see the real count next to a figure with an offset. */
function realCount({ count, offset }: Figure): string | undefined {
  return offset === 0 ? undefined : shopTexts.get().real({ count });
}
