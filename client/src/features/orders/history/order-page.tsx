import { Box, Button, Flex, Grid, Heading, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { LuRepeat2 } from 'react-icons/lu';
import { useParams } from 'react-router-dom';
import { refundFor, subtract } from '#shared/money.ts';
import { parseId } from '#shared/parse-id.ts';
import { CopyButton } from '../../../components/copy-button.tsx';
import { GetHelp } from '../../../components/get-help.tsx';
import { MoneyText } from '../../../components/money-text.tsx';
import { OrderComments } from '../../../components/order-comments.tsx';
import { OrderLink } from '../../../components/order-link.tsx';
import { OrderProgress, progressWords } from '../../../components/order-progress.tsx';
import { OrderRequests } from '../../../components/order-requests/order-requests.tsx';
import { canAsk, openRequestOf } from '../../../components/order-requests/request-state.ts';
import { OrderTimeline } from '../../../components/order-timeline/order-timeline.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { Fact, Facts, PrintButton, Receipt } from '../../../components/receipt/receipt.tsx';
import { ServiceName } from '../../../components/service-name.tsx';
import { OrderStatusBadge } from '../../../components/status-badge.tsx';
import { TimeText } from '../../../components/time-text.tsx';
import { linkFitTexts } from '../../../i18n/en/link-fit.ts';
import { orderPartsTexts } from '../../../i18n/en/order-parts.ts';
import { progressTexts } from '../../../i18n/en/order-progress.ts';
import { orderTexts } from '../../../i18n/en/orders.ts';
import { formatCount } from '../../../lib/format.ts';
import { usePollMs } from '../../../lib/live/live-state.ts';
import { orderedService } from '../../../lib/ordered-service.ts';
import { usePageMeta } from '../../../lib/page-meta.ts';
import { paths } from '../../../lib/paths.ts';
import { type Outputs, trpc } from '../../../lib/trpc.ts';
import { useOrderParam } from '../../../lib/use-order-param.ts';
import { OrderDialogHost, preloadOrderDialog } from '../order-dialog-host.tsx';

type Order = Outputs['orders']['get'];

/** One order: its facts, its cost and its timeline. Prints as a receipt. */
export default function OrderPage() {
  const t = useStore(orderTexts);
  const id = parseId(useParams().id ?? '');
  const isId = id !== null;
  const pollMs = usePollMs();
  const query = trpc.orders.get.useQuery({ id: id ?? 0 }, { enabled: isId, refetchInterval: pollMs });
  usePageMeta(isId ? t.orderNumber({ id: String(id) }) : t.order);

  return (
    <>
      <Receipt
        query={query}
        list={{ to: paths.orderHistory, label: t.heading }}
        notFound={{ title: t.notFound, text: t.notFoundText, label: t.seeAll }}
      >
        {(order) => <Contents order={order} />}
      </Receipt>
      <OrderDialogHost />
    </>
  );
}

const LOUD = { variant: 'solid', colorPalette: 'brand' } as const;

function Contents({ order }: { order: Order }) {
  const t = useStore(orderTexts);
  const { open } = useOrderParam();
  const hasFailed = order.status === 'rejected';
  const isActive = canAsk(order) || openRequestOf(order) !== undefined;
  return (
    <Box as="article">
      <PageHeading
        title={t.orderNumber({ id: String(order.id) })}
        text={
          <Flex as="span" gap="3" align="center" wrap="wrap">
            <OrderStatusBadge status={order.status} audience="customer" />
            <span>
              <ServiceName {...orderedService(order)} />
            </span>
          </Flex>
        }
      >
        <Flex gap="2" wrap="wrap" className="not-printed">
          {/* After a failure a customer may need help before ordering again. */}
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
      <Grid templateColumns={{ base: 'minmax(0, 1fr)', lg: '3fr 2fr' }} gap="6" alignItems="start" css={places}>
        <OrderRequests order={order} data-place={isActive ? 'first' : 'beside'} />
        <OrderFacts order={order} />
        <Box as="section" aria-labelledby="timeline" data-place="beside" borderWidth="1px" borderRadius="l2" p="5">
          <Heading as="h2" id="timeline" size="md" mb="5">
            {t.timeline}
          </Heading>
          <OrderTimeline order={order} audience="customer" />
        </Box>
        <OrderComments order={order} level="h2" />
      </Grid>
    </Box>
  );
}

/** On a phone the requests come first if there is something to do or to wait for. */
const places = {
  gridTemplateRows: { lg: 'auto 1fr' },
  '& > :not([data-place])': { gridColumn: { lg: '1' }, gridRow: { lg: '1 / span 2' } },
  '& > [data-place]': { gridColumn: { lg: '2' } },
  '& > [data-place=beside]': { order: { base: '1', lg: '0' } },
};

/** Service, link, the price at that time, and the cost after refunds. */
export function OrderFacts({ order }: { order: Order }) {
  const t = useStore(orderTexts);
  const parts = useStore(orderPartsTexts);
  const progress = useStore(progressTexts);
  const fit = useStore(linkFitTexts);
  const { id, link, quantity, priceMicros, chargeNanos, status, remaining, createdAt } = order;
  const refundNanos = status === 'rejected' ? chargeNanos : refundFor(remaining ?? 0, order);
  const paid = <MoneyText nanos={subtract(chargeNanos, refundNanos)} />;
  return (
    <Facts name={t.details} total={{ label: t.youPaid, value: paid }}>
      <Fact label={t.order}>#{id}</Fact>
      <Fact label={t.date}>
        <TimeText at={createdAt} />
      </Fact>
      <Fact label={t.service}>
        <ServiceName {...orderedService(order)} />
      </Fact>
      <Fact label={t.link}>
        <Flex align="center" gap="1">
          <OrderLink link={link} isWhole />
          <CopyButton value={link} label={t.copyLink} my="-2" className="not-printed" />
        </Flex>
        {order.misfit && (
          <Text textStyle="sm" color="fg.warning" className="not-printed">
            {fit.noted}
          </Text>
        )}
      </Fact>
      {(order.per !== 1 || quantity !== 1) && <Fact label={t.quantity}>{formatCount(quantity)}</Fact>}
      {progressWords(order, progress) !== undefined && (
        <Fact label={progress.progress}>
          <OrderProgress order={order} />
        </Fact>
      )}
      {remaining !== null && <Fact label={t.notDelivered}>{formatCount(remaining)}</Fact>}
      <Fact label={order.per === 1 ? parts.packagePrice : t.pricePer1000}>
        <MoneyText priceMicros={priceMicros} />
      </Fact>
      <Fact label={t.charge}>
        <MoneyText nanos={chargeNanos} />
      </Fact>
      {refundNanos > 0 && (
        <Fact label={t.refunded}>
          <MoneyText nanos={refundNanos} />
        </Fact>
      )}
    </Facts>
  );
}
