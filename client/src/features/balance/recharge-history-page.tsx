import { Box, Button, Flex, Span, Text } from '@chakra-ui/react';
import { LuPlus } from 'react-icons/lu';
import { rechargeStatuses } from '../../../../shared/recharge-status.ts';
import { AppLink } from '../../components/app-link.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { type Column, indexColumn } from '../../components/data-table/columns.ts';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { FilterChips } from '../../components/filter-chips.tsx';
import { MoneyText } from '../../components/money-text.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { SearchBox } from '../../components/search-box.tsx';
import { RechargeStatusBadge } from '../../components/status-badge.tsx';
import { formatMoment } from '../../lib/dates.ts';
import { pagedList, useRows } from '../../lib/paged-list.ts';
import { paths } from '../../lib/paths.ts';
import { type Outputs, trpc } from '../../lib/trpc.ts';
import { oneOf, useUrlParam } from '../../lib/url-state.ts';

type Recharge = Outputs['balance']['recharges']['items'][number];

/** While one waits for its decision; decided ones never change. */
const PENDING_POLL_MS = 5000;

const statusChips = [
  { value: 'pending', label: 'Pending' },
  { value: 'approved', label: 'Approved' },
  { value: 'rejected', label: 'Rejected' },
];

const columns: Column<Recharge>[] = [
  indexColumn(),
  {
    id: 'reference',
    header: 'Transaction ID',
    cell: (row) => <Reference recharge={row} />,
    card: 'title',
    canHide: false,
  },
  { id: 'paidTaka', header: 'Paid Taka', cell: (row) => <MoneyText taka={row.paidTaka} />, align: 'end' },
  {
    id: 'amount',
    header: 'Amount',
    cell: (row) => <MoneyText nanos={row.amountNanos} fontWeight="semibold" />,
    align: 'end',
  },
  { id: 'status', header: 'Status', cell: (row) => <Status recharge={row} />, card: 'aside' },
  { id: 'date', header: 'Date', cell: (row) => <time dateTime={row.createdAt}>{formatMoment(row.createdAt)}</time> },
];

export default function RechargeHistoryPage() {
  const [statusParam] = useUrlParam('status');
  const [search] = useUrlParam('q');
  const status = oneOf(statusParam, rechargeStatuses);
  const query = trpc.balance.recharges.useInfiniteQuery(
    { status, search: search || undefined },
    {
      ...pagedList,
      refetchInterval: ({ state }) =>
        state.data?.pages.some(({ items }) => items.some((item) => item.status === 'pending')) && PENDING_POLL_MS,
    },
  );
  const isFiltered = Boolean(status || search);
  return (
    <>
      <PageHeading title="Recharge History" text="Every balance request and what became of it.">
        <AddBalanceButton />
      </PageHeading>
      <DataTable
        name="Recharge History"
        columns={columns}
        query={query}
        rows={useRows(query)}
        rowId={(row) => String(row.id)}
        emptyText="No recharges found"
        emptyAction={!isFiltered && <AddBalanceButton />}
        toolbar={
          <>
            <SearchBox label="Search recharges" placeholder="Transaction ID or method" />
            <FilterChips param="status" label="Status" options={statusChips} />
          </>
        }
      />
    </>
  );
}

function AddBalanceButton() {
  return (
    <Button asChild colorPalette="brand">
      <AppLink to={paths.addBalance}>
        <LuPlus aria-hidden /> Add Balance
      </AppLink>
    </Button>
  );
}

function Reference({ recharge: { reference, method } }: { recharge: Recharge }) {
  return (
    <Flex align="center" gap={{ md: '1' }}>
      <Box minW="0">
        <Text fontWeight="semibold" overflowWrap="anywhere" fontSize={{ base: 'sm', md: 'inherit' }}>
          {reference}
        </Text>
        <Text textStyle="xs" color="fg.muted" fontWeight="normal">
          {method}
        </Text>
      </Box>
      <CopyButton value={reference} label={`transaction ID ${reference}`} size={{ base: 'md', md: 'xs' }} />
    </Flex>
  );
}

function Status({ recharge: { status, reason } }: { recharge: Recharge }) {
  return (
    <Flex direction="column" align={{ base: 'end', md: 'start' }} gap="1">
      <RechargeStatusBadge status={status} />
      {status === 'rejected' && reason && (
        <Span
          textStyle="xs"
          color="fg.muted"
          maxW="64"
          whiteSpace="normal"
          overflowWrap="anywhere"
          textAlign={{ base: 'end', md: 'start' }}
        >
          {reason}
        </Span>
      )}
    </Flex>
  );
}
