import { Box, Button, Flex, Span, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useMemo } from 'react';
import { LuPlus } from 'react-icons/lu';
import { useNavigate } from 'react-router-dom';
import { historySorts } from '#shared/history-sorts.ts';
import { rechargeStatuses } from '#shared/recharge-status.ts';
import { AppLink } from '../../components/app-link.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { CardNumber } from '../../components/data-table/card-number.tsx';
import { type Column, numberColumn } from '../../components/data-table/columns.ts';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { Moment } from '../../components/data-table/moment.tsx';
import { FilterChips } from '../../components/filter-chips.tsx';
import { GetHelp } from '../../components/get-help.tsx';
import { HistoryTools, useSortFilter } from '../../components/history-tools.tsx';
import { MoneyText } from '../../components/money-text.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { SearchBox } from '../../components/search-box.tsx';
import { RechargeStatusBadge } from '../../components/status-badge.tsx';
import { rechargeFilterTexts, walletTexts } from '../../i18n/en/wallet.ts';
import { usePollMs } from '../../lib/live/live-state.ts';
import { useIsWide } from '../../lib/media.ts';
import { pagedList, useRows } from '../../lib/paged-list.ts';
import { paths, rechargePath } from '../../lib/paths.ts';
import { type Outputs, trpc } from '../../lib/trpc.ts';
import { oneOf, useSearchText, useUrlParam } from '../../lib/url-state.ts';

type Recharge = Outputs['balance']['recharges']['items'][number];

const rechargeColumns = (t: ReturnType<typeof walletTexts.get>): Column<Recharge>[] => [
  { ...numberColumn(t.number), cell: CardNumber, card: 'brief' },
  {
    id: 'reference',
    header: t.reference,
    cell: (row) => <Reference recharge={row} />,
    card: 'title',
    canHide: false,
  },
  { id: 'paidTaka', header: t.paidTaka, cell: (row) => <MoneyText taka={row.paidTaka} />, align: 'end', card: 'brief' },
  {
    id: 'amount',
    header: t.amount,
    cell: (row) => <Amount recharge={row} />,
    align: 'end',
    card: 'lead',
  },
  { id: 'status', header: t.status, cell: (row) => <Status recharge={row} />, card: 'aside' },
  { id: 'date', header: t.date, width: '9.5rem', cell: (row) => <Moment at={row.createdAt} />, card: 'brief' },
  {
    id: 'help',
    header: t.help,
    align: 'end',
    width: '3rem',
    isIcon: true,
    // A card has it beside the transaction ID.
    card: 'hidden',
    cell: ({ id }) => <GetHelp about={{ rechargeId: id }} iconOnly size="sm" variant="ghost" />,
  },
];

const TABLE_FROM_PX = 768;
/** A narrower table has the paid taka below the amount, and help on the recharge's page only. */
const ALL_COLUMNS_FROM_PX = 1024;
const besides = new Set(['paidTaka', 'help']);

export default function RechargeHistoryPage() {
  const t = useStore(walletTexts);
  const chips = useStore(rechargeFilterTexts);
  const isTable = useIsWide(TABLE_FROM_PX);
  const hasRoom = useIsWide(ALL_COLUMNS_FROM_PX);
  const columns = useMemo(
    () => rechargeColumns(t).filter(({ id }) => hasRoom || !isTable || !besides.has(id)),
    [t, hasRoom, isTable],
  );
  const statusChips = rechargeStatuses.map((value) => ({ value, label: chips[value] }));
  const [statusParam] = useUrlParam('status');
  const [search] = useSearchText();
  const status = oneOf(statusParam, rechargeStatuses);
  const pollMs = usePollMs();
  const navigate = useNavigate();
  const sort = useSortFilter(historySorts);
  const filters = { status, search: search || undefined, ...sort };
  const query = trpc.balance.recharges.useInfiniteQuery(filters, {
    ...pagedList,
    // While one is pending; decided ones rarely change.
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ items }) => items.some((item) => item.status === 'pending')) && pollMs,
  });
  const isFiltered = Boolean(status || search);
  return (
    <>
      <PageHeading title={t.rechargeHeading} text={t.rechargeText}>
        <AddBalanceButton />
      </PageHeading>
      <DataTable
        name={t.rechargeHeading}
        keptAs="Recharge History"
        columns={columns}
        query={query}
        rows={useRows(query)}
        rowId={(row) => String(row.id)}
        tableFromPx={TABLE_FROM_PX}
        onRowClick={({ id }) => void navigate(rechargePath(id))}
        emptyText={t.noRecharges}
        emptyAction={!isFiltered && <AddBalanceButton />}
        toolbar={<SearchBox label={t.searchRecharges} placeholder={t.searchHint} />}
        filters={<FilterChips param="status" label={t.status} options={statusChips} />}
        tools={<HistoryTools sorts={historySorts} list="recharges" filters={filters} />}
      />
    </>
  );
}

function AddBalanceButton() {
  const t = useStore(walletTexts);
  return (
    <Button asChild colorPalette="brand">
      <AppLink to={paths.addBalance}>
        <LuPlus aria-hidden /> {t.addBalance}
      </AppLink>
    </Button>
  );
}

function Reference({ recharge: { id, reference, method } }: { recharge: Recharge }) {
  const t = useStore(walletTexts);
  return (
    <Flex align="center" gap={{ md: '1' }}>
      <Box minW="0">
        <Box
          asChild
          display="block"
          fontWeight="semibold"
          overflowWrap="anywhere"
          fontSize={{ base: 'sm', md: 'inherit' }}
          _hover={{ textDecoration: 'underline' }}
        >
          <AppLink to={rechargePath(id)}>{reference}</AppLink>
        </Box>
        <Text textStyle="xs" color="fg.muted" fontWeight="normal">
          {method}
        </Text>
      </Box>
      <CopyButton value={reference} label={t.copyReference({ reference })} size={{ base: 'md', md: 'xs' }} />
      <Box hideFrom="md" ms="auto" me="-2.5">
        <GetHelp about={{ rechargeId: id }} iconOnly variant="ghost" />
      </Box>
    </Flex>
  );
}

function Amount({ recharge: { amountNanos, paidTaka } }: { recharge: Recharge }) {
  return (
    <>
      <MoneyText nanos={amountNanos} fontWeight="semibold" fontSize={{ base: 'lg', md: 'inherit' }} />
      <Box textStyle="xs" color="fg.muted" display={{ base: 'none', md: 'block', lg: 'none' }}>
        <MoneyText taka={paidTaka} />
      </Box>
    </>
  );
}

function Status({ recharge }: { recharge: Recharge }) {
  const why = recharge.reversalReason ?? recharge.reason;
  return (
    <Flex direction="column" align={{ base: 'end', md: 'start' }} gap="1">
      <RechargeStatusBadge recharge={recharge} />
      {why && (
        <Span
          textStyle="xs"
          color="fg.muted"
          maxW="64"
          whiteSpace="normal"
          overflowWrap="anywhere"
          textAlign={{ base: 'end', md: 'start' }}
        >
          {why}
        </Span>
      )}
    </Flex>
  );
}
