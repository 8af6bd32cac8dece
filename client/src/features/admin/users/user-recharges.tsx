import { Flex, Span } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import type { Column } from '../../../components/data-table/columns.ts';
import { Ago } from '../../../components/data-table/moment.tsx';
import { MoneyText } from '../../../components/money-text.tsx';
import { RechargeStatusBadge } from '../../../components/status-badge.tsx';
import { managedRechargePath } from '../../../lib/paths.ts';
import { type Outputs, trpc } from '../../../lib/trpc.ts';
import { useLiveList } from '../desk/live-list.ts';
import { DuplicateSign } from '../recharges/duplicate-sign.tsx';
import { linkedNumber, toneOfRejected, UserList } from './user-list.tsx';

type Recharge = Outputs['admin']['recharges']['list']['items'][number];

/** A user's recharges, the newest first; each number leads to where it is decided. */
export function UserRecharges({ userId, tabs }: { userId: number; tabs: ReactNode }) {
  const query = trpc.admin.recharges.list.useInfiniteQuery({ userId }, useLiveList());
  return <UserList name="Recharges" columns={columns} query={query} rowTone={toneOfRejected} toolbar={tabs} />;
}

const columns: Column<Recharge>[] = [
  linkedNumber(managedRechargePath),
  {
    id: 'reference',
    header: 'Transaction ID',
    cell: ({ reference, isDuplicate }) => (
      <Flex gap="2" align="center" minW="0" justify={{ base: 'end', md: 'start' }}>
        <Span fontFamily="mono" textStyle="xs" truncate title={reference}>
          {reference}
        </Span>
        {isDuplicate && (
          <Span flexShrink="0">
            <DuplicateSign />
          </Span>
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
