import { Flex, Link, Span } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { LuTriangleAlert } from 'react-icons/lu';
import { AppLink } from '../../../components/app-link.tsx';
import type { Column } from '../../../components/data-table/columns.ts';
import { DataTable } from '../../../components/data-table/data-table.tsx';
import { Ago } from '../../../components/data-table/moment.tsx';
import { MoneyText } from '../../../components/money-text.tsx';
import { RechargeStatusBadge, StatusBadge } from '../../../components/status-badge.tsx';
import { useRows } from '../../../lib/paged-list.ts';
import { usePagesInUrl } from '../../../lib/pages-in-url.ts';
import { managedRechargePath } from '../../../lib/paths.ts';
import { type Outputs, trpc } from '../../../lib/trpc.ts';
import { useLiveList } from '../desk/live-list.ts';

type Recharge = Outputs['admin']['recharges']['list']['items'][number];

/** A user's recharges, the newest first; each number leads to where it is decided. */
export function UserRecharges({ userId, tabs }: { userId: number; tabs: ReactNode }) {
  const query = trpc.admin.recharges.list.useInfiniteQuery({ userId }, useLiveList());
  usePagesInUrl(query);
  return (
    <DataTable
      name="Recharges"
      dense
      columns={columns}
      query={query}
      rows={useRows(query)}
      rowId={({ id }) => String(id)}
      rowTone={({ status }) => (status === 'rejected' ? 'error' : undefined)}
      toolbar={tabs}
      emptyText="No recharges yet"
    />
  );
}

const columns: Column<Recharge>[] = [
  {
    id: 'id',
    header: '#',
    width: '5rem',
    cell: ({ id }) => (
      <Link asChild variant="underline">
        <AppLink to={managedRechargePath(id)}>#{id}</AppLink>
      </Link>
    ),
    card: 'title',
    canHide: false,
  },
  {
    id: 'reference',
    header: 'Transaction ID',
    cell: ({ reference, isDuplicate }) => (
      <Flex gap="2" align="center" minW="0" justify={{ base: 'end', md: 'start' }}>
        <Span fontFamily="mono" textStyle="xs" truncate title={reference}>
          {reference}
        </Span>
        {isDuplicate && (
          <StatusBadge tone="orange" small icon={<LuTriangleAlert />}>
            Duplicate ID
          </StatusBadge>
        )}
      </Flex>
    ),
  },
  { id: 'method', header: 'Method', width: '6rem', cell: ({ method }) => method },
  {
    id: 'paidTaka',
    header: 'Paid Taka',
    width: '7rem',
    cell: ({ paidTaka }) => <MoneyText taka={paidTaka} />,
    align: 'end',
  },
  {
    id: 'amount',
    header: 'Amount',
    width: '7rem',
    cell: ({ amountNanos }) => <MoneyText nanos={amountNanos} fontWeight="semibold" />,
    align: 'end',
  },
  { id: 'date', header: 'Date', width: '7rem', spills: true, cell: ({ createdAt }) => <Ago at={createdAt} /> },
  {
    id: 'status',
    header: 'Status',
    width: '8rem',
    cell: (recharge) => <RechargeStatusBadge recharge={recharge} quiet />,
    card: 'aside',
  },
  {
    id: 'decidedBy',
    header: 'Decided by',
    width: '9rem',
    cell: ({ decidedBy, reason }) =>
      decidedBy && (
        <Span color="fg.muted" title={reason ?? undefined}>
          {decidedBy}
        </Span>
      ),
  },
];
