import { Box, Button, Flex, Grid, Heading, Skeleton, Stack } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { LuArrowLeft, LuPrinter, LuRepeat2 } from 'react-icons/lu';
import { useParams } from 'react-router-dom';
import { isFinal } from '../../../../shared/order-status.ts';
import { parseId } from '../../../../shared/parse-id.ts';
import { AppLink } from '../../components/app-link.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { GetHelp } from '../../components/get-help.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { OrderStatusBadge } from '../../components/status-badge.tsx';
import { orderTexts } from '../../i18n/en/orders.ts';
import { errorCodeOf } from '../../lib/errors.ts';
import { usePollMs } from '../../lib/live/live-state.ts';
import { productName, usePageMeta } from '../../lib/page-meta.ts';
import { paths } from '../../lib/paths.ts';
import { useSession } from '../../lib/session.ts';
import { type Outputs, trpc } from '../../lib/trpc.ts';
import { OrderDialogHost, preloadOrderDialog } from '../order-dialog/order-dialog-host.tsx';
import { useOrderParam } from '../order-dialog/use-order-param.ts';
import './receipt.css';
import { OrderTimeline } from '../../components/order-timeline/order-timeline.tsx';
import { OrderFacts } from './order-facts.tsx';

/** One order: what was bought, what it cost, and everything that became of it. Prints as a receipt. */
export default function OrderPage() {
  const t = useStore(orderTexts);
  const id = parseId(useParams().id ?? '');
  const isId = id !== null;
  const pollMs = usePollMs();
  const query = trpc.orders.get.useQuery(
    { id: id ?? 0 },
    {
      enabled: isId,
      refetchInterval: ({ state }) => !(state.data && isFinal(state.data.status)) && pollMs,
    },
  );
  usePageMeta(isId ? t.orderNumber({ id: String(id) }) : t.order);

  return (
    <Stack gap="2" maxW="5xl" className="receipt">
      <Button asChild variant="ghost" size="sm" alignSelf="start" ms="-3" className="not-printed">
        <AppLink to={paths.orderHistory}>
          <LuArrowLeft aria-hidden /> {t.heading}
        </AppLink>
      </Button>
      {query.data && <Contents order={query.data} />}
      {query.isLoading && <OrderSkeleton />}
      {(!isId || (query.isError && !query.data)) && (
        <Missing error={query.error} onRetry={() => void query.refetch()} />
      )}
      <OrderDialogHost />
    </Stack>
  );
}

function Contents({ order }: { order: Outputs['orders']['get'] }) {
  const t = useStore(orderTexts);
  const { open } = useOrderParam();
  const { user } = useSession();
  return (
    <Box as="article">
      <Box className="printed-only" display="none" mb="6">
        {t.receipt({ product: productName, name: user?.name ?? '', email: user?.email ?? '' })}
      </Box>
      <PageHeading
        title={t.orderNumber({ id: String(order.id) })}
        text={
          <Flex as="span" gap="3" align="center" wrap="wrap">
            <OrderStatusBadge status={order.status} audience="customer" /> {order.serviceName}
          </Flex>
        }
      >
        <Flex gap="2" wrap="wrap" className="not-printed">
          <GetHelp about={{ orderId: order.id }} />
          <Button variant="outline" onClick={() => window.print()}>
            <LuPrinter aria-hidden /> {t.printReceipt}
          </Button>
          <Button colorPalette="brand" onPointerEnter={preloadOrderDialog} onClick={() => open(order.serviceId, order)}>
            <LuRepeat2 aria-hidden /> {t.again}
          </Button>
        </Flex>
      </PageHeading>
      <Grid templateColumns={{ base: '1fr', lg: '3fr 2fr' }} gap="6" alignItems="start">
        <OrderFacts order={order} />
        <Box as="section" aria-labelledby="timeline" borderWidth="1px" borderRadius="l2" p="5">
          <Heading as="h2" id="timeline" size="md" mb="5">
            {t.timeline}
          </Heading>
          <OrderTimeline order={order} audience="customer" />
        </Box>
      </Grid>
    </Box>
  );
}

function Missing({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useStore(orderTexts);
  if (error && errorCodeOf(error) !== 'not_found') return <ErrorState error={error} onRetry={onRetry} />;
  return (
    <EmptyState heading title={t.notFound} text={t.notFoundText}>
      <Button asChild colorPalette="brand">
        <AppLink to={paths.orderHistory}>{t.seeAll}</AppLink>
      </Button>
    </EmptyState>
  );
}

function OrderSkeleton() {
  const t = useStore(orderTexts);
  return (
    <Stack gap="6" aria-busy aria-label={t.loading}>
      <Skeleton h="9" w="48" />
      <Grid templateColumns={{ base: '1fr', lg: '3fr 2fr' }} gap="6">
        <Skeleton h="72" />
        <Skeleton h="56" />
      </Grid>
    </Stack>
  );
}
