import { Box, Button, Flex, IconButton, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useMemo } from 'react';
import { LuRepeat2 } from 'react-icons/lu';
import { useNavigate } from 'react-router-dom';
import { historySorts } from '../../../../../shared/history-sorts.ts';
import { AppLink } from '../../../components/app-link.tsx';
import { type Column, numberColumn } from '../../../components/data-table/columns.ts';
import { DataTable } from '../../../components/data-table/data-table.tsx';
import { Moment } from '../../../components/data-table/moment.tsx';
import { ExportButton } from '../../../components/export-button.tsx';
import { FilterChips } from '../../../components/filter-chips.tsx';
import { MoneyText } from '../../../components/money-text.tsx';
import { OrderLink } from '../../../components/order-link.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { SearchBox } from '../../../components/search-box.tsx';
import { numbered, ServiceName } from '../../../components/service-name.tsx';
import { SortSelect, useSortParam } from '../../../components/sort-select.tsx';
import { OrderStatusBadge } from '../../../components/status-badge.tsx';
import { orderTexts } from '../../../i18n/en/orders.ts';
import { formatCount } from '../../../lib/format.ts';
import { useListPoll } from '../../../lib/live/list-poll.ts';
import { pagedList, useRows } from '../../../lib/paged-list.ts';
import { orderPath, paths } from '../../../lib/paths.ts';
import { type Outputs, trpc } from '../../../lib/trpc.ts';
import { oneOf, useSearchText, useUrlParam } from '../../../lib/url-state.ts';
import { useOrderParam } from '../../../lib/use-order-param.ts';
import { OrderDialogHost, preloadOrderDialog } from '../order-dialog-host.tsx';
import { statusesOf, statusWords, useStatusChips } from './status-filter.ts';

type Order = Outputs['orders']['list']['items'][number];

/** Below that the date would be out of sight at the table's end. */
const TABLE_FROM_PX = 1100;

/** The customer's own orders, newest first; what becomes of them shows without a reload. */
export default function OrderHistoryPage() {
  const t = useStore(orderTexts);
  const chips = useStatusChips();
  const [statusParam] = useUrlParam('status');
  const [search] = useSearchText();
  const word = oneOf(statusParam, statusWords);
  const { open } = useOrderParam();
  const navigate = useNavigate();
  const columns = useMemo(() => orderColumns(t, (order) => open(order.serviceId, order)), [open, t]);
  const sort = useSortParam(historySorts);
  const filters = {
    ...(word ? { status: statusesOf(word) } : {}),
    ...(search ? { search } : {}),
    ...(sort ? { sort } : {}),
  };
  const query = trpc.orders.list.useInfiniteQuery(filters, { ...pagedList, refetchInterval: useListPoll() });
  return (
    <>
      <PageHeading title={t.heading} text={t.headingText} />
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
        tools={
          <>
            <SortSelect sorts={historySorts} />
            <ExportButton list="orders" input={filters} />
          </>
        }
      />
      <OrderDialogHost />
    </>
  );
}

function orderColumns(t: ReturnType<typeof orderTexts.get>, onReorder: (order: Order) => void): Column<Order>[] {
  return [
    numberColumn(t.order),
    { id: 'service', header: t.service, cell: (order) => <Service order={order} />, card: 'title', canHide: false },
    {
      id: 'amount',
      header: t.amount,
      align: 'end',
      cell: ({ quantity, chargeNanos }) => (
        <>
          <Text fontVariantNumeric="tabular-nums">{formatCount(quantity)}</Text>
          <MoneyText nanos={chargeNanos} textStyle="xs" color="fg.muted" />
        </>
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
      cell: ({ createdAt }) => <Moment at={createdAt} />,
    },
    {
      id: 'again',
      header: t.again,
      align: 'end',
      width: '4rem',
      card: 'hidden',
      cell: (order) => (
        <IconButton
          size="sm"
          variant="ghost"
          aria-label={t.againFor({ service: numbered({ id: order.serviceId, name: order.serviceName }) })}
          title={t.again}
          onPointerEnter={preloadOrderDialog}
          onClick={() => onReorder(order)}
        >
          <LuRepeat2 />
        </IconButton>
      ),
    },
  ];
}

/** The service's name leads to the order's page; the link that was ordered for stands below it. */
function Service({ order: { id, serviceId, serviceName, link } }: { order: Order }) {
  return (
    <Box minW="0" maxW={{ lg: '15rem', xl: '24rem' }} whiteSpace="normal">
      <Box
        asChild
        display={{ base: 'block', md: 'inline' }}
        py={{ base: '2.5', md: '0' }}
        my={{ base: '-2.5', md: '0' }}
        fontWeight="semibold"
        _hover={{ textDecoration: 'underline' }}
      >
        <AppLink to={orderPath(id)}>
          <ServiceName id={serviceId} name={serviceName} />
        </AppLink>
      </Box>
      <Flex gap="2" align="center" textStyle="xs" color="fg.muted" fontWeight="normal" minW="0">
        <OrderLink link={link} />
      </Flex>
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
