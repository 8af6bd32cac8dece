import { Box, Button, Flex, Grid, Heading } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { LuRepeat2 } from 'react-icons/lu';
import { useParams } from 'react-router-dom';
import { isFinal } from '../../../../../shared/order-status.ts';
import { parseId } from '../../../../../shared/parse-id.ts';
import { AppLink } from '../../../components/app-link.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { GetHelp } from '../../../components/get-help.tsx';
import { OrderTimeline } from '../../../components/order-timeline/order-timeline.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { PrintButton, Receipt, ReceiptSkeleton } from '../../../components/receipt/receipt.tsx';
import { ServiceName } from '../../../components/service-name.tsx';
import { OrderStatusBadge } from '../../../components/status-badge.tsx';
import { orderTexts } from '../../../i18n/en/orders.ts';
import { errorCodeOf } from '../../../lib/errors.ts';
import { usePollMs } from '../../../lib/live/live-state.ts';
import { usePageMeta } from '../../../lib/page-meta.ts';
import { paths } from '../../../lib/paths.ts';
import { type Outputs, trpc } from '../../../lib/trpc.ts';
import { useOrderParam } from '../../../lib/use-order-param.ts';
import { OrderDialogHost, preloadOrderDialog } from '../order-dialog-host.tsx';
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
    <Receipt backTo={paths.orderHistory} backLabel={t.heading}>
      {query.data && <Contents order={query.data} />}
      {query.isLoading && <ReceiptSkeleton />}
      {(!isId || (query.isError && !query.data)) && (
        <Missing error={query.error} onRetry={() => void query.refetch()} />
      )}
      <OrderDialogHost />
    </Receipt>
  );
}

const LOUD = { variant: 'solid', colorPalette: 'brand' } as const;

function Contents({ order }: { order: Outputs['orders']['get'] }) {
  const t = useStore(orderTexts);
  const { open } = useOrderParam();
  const hasFailed = order.status === 'rejected';
  return (
    <Box as="article">
      <PageHeading
        title={t.orderNumber({ id: String(order.id) })}
        text={
          <Flex as="span" gap="3" align="center" wrap="wrap">
            <OrderStatusBadge status={order.status} audience="customer" />
            <span>
              <ServiceName id={order.serviceId} name={order.serviceName} />
            </span>
          </Flex>
        }
      >
        <Flex gap="2" wrap="wrap" className="not-printed">
          {/* Whose order has failed wants to know why before they order the same again. */}
          <GetHelp about={{ orderId: order.id }} {...(hasFailed && LOUD)} />
          <Button
            variant="outline"
            {...(!hasFailed && LOUD)}
            onPointerEnter={preloadOrderDialog}
            onClick={() => open(order.serviceId, order)}
          >
            <LuRepeat2 aria-hidden /> {t.again}
          </Button>
          <PrintButton />
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
