import { Box, Button, Flex, Grid, Heading, Skeleton, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { LuArrowRight } from 'react-icons/lu';
import { AppLink } from '../../components/app-link.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { MoneyText } from '../../components/money-text.tsx';
import { ServiceName } from '../../components/service-name.tsx';
import { OrderStatusBadge } from '../../components/status-badge.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { dashboardTexts } from '../../i18n/en/dashboard.ts';
import { usePollMs } from '../../lib/live/live-state.ts';
import { useIsWide } from '../../lib/media.ts';
import { orderedService } from '../../lib/ordered-service.ts';
import { orderPath, paths } from '../../lib/paths.ts';
import { type Outputs, trpc } from '../../lib/trpc.ts';
import { lastOrders } from './overview-page-reads.ts';

type Order = Outputs['orders']['list']['items'][number];

/** The query of `LastOrders`, for a page that starts it early. */
export function useLastOrders() {
  return trpc.orders.list.useQuery(lastOrders, { refetchInterval: usePollMs() });
}

/** A customer's newest orders with their live status. */
export function LastOrders() {
  const t = useStore(dashboardTexts);
  return (
    <Box as="section" aria-labelledby="last-orders">
      <Flex justify="space-between" align="center" gap="3" mb={{ base: '1', md: '2' }}>
        <Heading as="h2" size="md" id="last-orders">
          {t.lastOrders}
        </Heading>
        <Button asChild variant="ghost" size="sm">
          <AppLink to={paths.orderHistory}>
            {t.orderHistory} <LuArrowRight aria-hidden />
          </AppLink>
        </Button>
      </Flex>
      <Content />
    </Box>
  );
}

function Content() {
  const t = useStore(dashboardTexts);
  const { data, error, isPending, refetch } = useLastOrders();
  if (isPending) return <Skeleton h="40" aria-busy />;
  if (!data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data.items.length === 0) {
    return (
      <Box borderWidth="1px" borderRadius="l3">
        <EmptyState title={t.noOrders}>
          <Button asChild variant="outline">
            <AppLink to={paths.dashboardServices}>{t.chooseService}</AppLink>
          </Button>
        </EmptyState>
      </Box>
    );
  }
  return (
    <Stack as="ul" listStyleType="none" gap="0" borderWidth="1px" borderRadius="l3" overflow="hidden">
      {data.items.map((order) => (
        <OrderLine key={order.id} order={order} />
      ))}
    </Stack>
  );
}

/** On a phone the first three are enough; the rest is one tap away. */
function OrderLine({ order }: { order: Order }) {
  const t = useStore(dashboardTexts);
  const isWide = useIsWide();
  return (
    <Box as="li" _notFirst={{ borderTopWidth: '1px' }} css={{ '&:nth-of-type(n + 4)': { hideBelow: 'md' } }}>
      <Grid
        asChild
        templateColumns="minmax(0, 1fr) auto"
        columnGap="4"
        rowGap="0.5"
        alignItems="center"
        px={{ base: '3', sm: '4' }}
        py={{ base: '2.5', md: '3' }}
        _hover={{ bg: 'bg.subtle' }}
        focusVisibleRing="inside"
      >
        <AppLink to={orderPath(order.id)}>
          <Text fontWeight="semibold" lineClamp={{ base: '2', md: '1' }}>
            <ServiceName {...orderedService(order)} />
          </Text>
          <MoneyText nanos={order.chargeNanos} textAlign="end" />
          <Text textStyle="xs" color="fg.muted">
            #{order.id}
            {order.per !== 1 && `\u00a0· ${t.units({ count: order.quantity })}`}
            {/* A phone has no room for it, and no time: the first date takes a tenth of a second there. */}
            {isWide && (
              <>
                {'\u00a0· '}
                <TimeText at={order.createdAt} />
              </>
            )}
          </Text>
          <Box justifySelf="end">
            <OrderStatusBadge status={order.status} audience="customer" />
          </Box>
        </AppLink>
      </Grid>
    </Box>
  );
}
