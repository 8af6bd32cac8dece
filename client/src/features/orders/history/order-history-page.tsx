import { Box, Button, Flex, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import { historySorts } from '#shared/history-sorts.ts';
import type { OrderStatus } from '#shared/order-status.ts';
import { AppLink } from '../../../components/app-link.tsx';
import { CardNumber } from '../../../components/data-table/card-number.tsx';
import { type Column, numberColumn } from '../../../components/data-table/columns.ts';
import { DataTable } from '../../../components/data-table/data-table.tsx';
import { Moment } from '../../../components/data-table/moment.tsx';
import { FilterChips } from '../../../components/filter-chips.tsx';
import { HistoryTools, useSortFilter } from '../../../components/history-tools.tsx';
import { LazyBoundary } from '../../../components/lazy-boundary.tsx';
import { MoneyText } from '../../../components/money-text.tsx';
import { OrderLink } from '../../../components/order-link.tsx';
import { progressWords } from '../../../components/order-progress.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { RowTitle } from '../../../components/row-title.tsx';
import { SearchBox } from '../../../components/search-box.tsx';
import { ServiceName } from '../../../components/service-name.tsx';
import { OrderStatusBadge } from '../../../components/status-badge.tsx';
import { progressTexts } from '../../../i18n/en/order-progress.ts';
import { orderTexts } from '../../../i18n/en/orders.ts';
import { orderStatusTexts } from '../../../i18n/en/statuses.ts';
import { formatCount } from '../../../lib/format.ts';
import { lazyWithPreload } from '../../../lib/lazy-with-preload.tsx';
import { useListPoll } from '../../../lib/live/list-poll.ts';
import { useIsWide } from '../../../lib/media.ts';
import { orderedService } from '../../../lib/ordered-service.ts';
import { pagedList, useRows } from '../../../lib/paged-list.ts';
import { orderPath, paths } from '../../../lib/paths.ts';
import { type Outputs, trpc } from '../../../lib/trpc.ts';
import { oneOf, useSearchText, useUrlParam } from '../../../lib/url-state.ts';
import { OrderDialogHost } from '../order-dialog-host.tsx';
import { AgainButton } from './again-button.tsx';
import { PageOfRow, usePagesOfRows } from './requests-of-rows.ts';

type Order = Outputs['orders']['list']['items'][number];

const { Part: RowRequests } = lazyWithPreload(() => import('./row-requests.tsx'));

/** The customer's statuses in the URL, and the stored statuses of each. */
const statusesOf = {
  processing: ['pending', 'processing'],
  completed: ['completed'],
  partial: ['partial'],
  failed: ['rejected'],
} satisfies Record<string, [OrderStatus, ...OrderStatus[]]>;
const statusWords = Object.keys(statusesOf) as (keyof typeof statusesOf)[];

const TABLE_FROM_PX = 768;
/** A narrower table has its actions on the order's page. */
const ACTIONS_FROM_PX = 1024;

/** The customer's own orders, newest first; their status is live. */
export default function OrderHistoryPage() {
  const t = useStore(orderTexts);
  const statusNames = useStore(orderStatusTexts);
  const chips = statusWords.map((value) => ({ value, label: statusNames[statusesOf[value][0]] }));
  const [statusParam] = useUrlParam('status');
  const [search] = useSearchText();
  const word = oneOf(statusParam, statusWords);
  const navigate = useNavigate();
  const isTable = useIsWide(TABLE_FROM_PX);
  const hasRoom = useIsWide(ACTIONS_FROM_PX);
  const columns = useMemo(() => {
    const all = orderColumns(t);
    if (hasRoom) return all;
    const left = isTable ? ['again', 'requests'] : ['again'];
    return all.filter(({ id }) => !left.includes(id)).map((column) => (isTable ? withRequests(column) : column));
  }, [t, hasRoom, isTable]);
  const sort = useSortFilter(historySorts);
  const filters = {
    ...(word ? { status: statusesOf[word] } : {}),
    ...(search ? { search } : {}),
    ...sort,
  };
  const query = trpc.orders.list.useInfiniteQuery(filters, { ...pagedList, refetchInterval: useListPoll() });
  return (
    <PageOfRow value={usePagesOfRows(query)}>
      <PageHeading title={t.heading} text={<HeadingText />} />
      <DataTable
        name={t.heading}
        keptAs="Order History"
        columns={columns}
        query={query}
        rows={useRows(query)}
        rowId={(order) => String(order.id)}
        tableFromPx={TABLE_FROM_PX}
        onRowClick={({ id }) => void navigate(orderPath(id))}
        rowTone={(order) => (order.status === 'rejected' ? 'error' : undefined)}
        emptyText={t.none}
        emptyAction={<EmptyAction isFiltered={Boolean(word || search)} />}
        toolbar={<SearchBox label={t.search} placeholder={t.searchHint} />}
        filters={<FilterChips param="status" label={t.status} options={chips} />}
        tools={<HistoryTools sorts={historySorts} list="orders" filters={filters} />}
      />
      <OrderDialogHost />
    </PageOfRow>
  );
}

/** The real number of the customer's orders. Filters do not change it. */
function HeadingText() {
  const t = useStore(orderTexts);
  const { data } = trpc.stats.mine.useQuery();
  return data?.orders ? t.headingCount({ count: data.orders }) : t.headingText;
}

function orderColumns(t: ReturnType<typeof orderTexts.get>): Column<Order>[] {
  return [
    { ...numberColumn(t.order), cell: CardNumber, card: 'brief' },
    { id: 'service', header: t.service, cell: (order) => <Service order={order} />, card: 'title', canHide: false },
    {
      id: 'amount',
      header: t.amount,
      align: 'end',
      card: 'brief',
      cell: ({ quantity, chargeNanos }) => (
        <Flex
          direction={{ md: 'column' }}
          align={{ base: 'baseline', md: 'end' }}
          justify="end"
          gap={{ base: '2', md: '0' }}
        >
          <Text fontVariantNumeric="tabular-nums">{formatCount(quantity)}</Text>
          <MoneyText
            nanos={chargeNanos}
            textStyle={{ base: 'sm', md: 'xs' }}
            color={{ base: 'fg', md: 'fg.muted' }}
            fontWeight={{ base: 'semibold', md: 'normal' }}
          />
        </Flex>
      ),
    },
    {
      id: 'status',
      header: t.status,
      cell: ({ status }) => <OrderStatusBadge status={status} audience="customer" />,
      card: 'aside',
    },
    {
      id: 'date',
      header: t.date,
      width: '9.5rem',
      cell: ({ createdAt }) => <Moment at={createdAt} />,
      card: 'brief',
    },
    {
      id: 'requests',
      header: t.requests,
      card: 'footer',
      cell: (order) => <Requests order={order} />,
    },
    {
      id: 'again',
      header: t.again,
      align: 'end',
      width: '3rem',
      isIcon: true,
      card: 'hidden',
      cell: (order) => <AgainButton order={order} />,
    },
  ];
}

/** A table without room for the column has them below the service. */
function withRequests(column: Column<Order>): Column<Order> {
  if (column.id !== 'service') return column;
  const cell = (order: Order, index: number) => (
    <>
      {column.cell(order, index)}
      <Box pt="1.5" _empty={{ display: 'none' }}>
        <Requests order={order} />
      </Box>
    </>
  );
  return { ...column, cell };
}

/** The list does not wait for their code. */
function Requests({ order }: { order: Order }) {
  return (
    <LazyBoundary>
      <RowRequests order={order} />
    </LazyBoundary>
  );
}

/** The service's name links to the order's page; the order's link and its progress are below it. */
function Service({ order }: { order: Order }) {
  const { id, link } = order;
  const progress = progressWords(order, useStore(progressTexts));
  return (
    <Box minW="0" maxW={{ md: '11rem', lg: '15rem', xl: '24rem' }} whiteSpace="normal">
      <RowTitle to={orderPath(id)}>
        <ServiceName {...orderedService(order)} />
      </RowTitle>
      <Flex gap="2" align="center" textStyle="xs" color="fg.muted" fontWeight="normal" minW="0">
        <OrderLink link={link} />
      </Flex>
      {progress && (
        <Text mt="0.5" textStyle="xs" color="fg.muted" fontWeight="normal" fontVariantNumeric="tabular-nums">
          {progress}
        </Text>
      )}
    </Box>
  );
}

function EmptyAction({ isFiltered }: { isFiltered: boolean }) {
  const t = useStore(orderTexts);
  return isFiltered ? (
    <Button asChild variant="outline">
      <AppLink to={paths.orderHistory}>{t.showAll}</AppLink>
    </Button>
  ) : (
    <Button asChild colorPalette="brand">
      <AppLink to={paths.dashboardServices}>{t.chooseService}</AppLink>
    </Button>
  );
}
