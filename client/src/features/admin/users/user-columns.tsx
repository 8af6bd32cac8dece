import { Span } from '@chakra-ui/react';
import { LuBan, LuCircleCheck } from 'react-icons/lu';
import { type Column, recordNumber } from '../../../components/data-table/columns.ts';
import { MoneyText } from '../../../components/money-text.tsx';
import { StatusBadge } from '../../../components/status-badge.tsx';
import { actionsColumn, agoColumn } from '../columns.tsx';
import { UserLink } from '../user-link.tsx';
import type { User } from './user.ts';
import { UserActions } from './user-actions.tsx';

export const userColumns: Column<User>[] = [
  {
    id: 'id',
    header: '#',
    width: '4rem',
    cell: ({ id }) => <Span fontVariantNumeric="tabular-nums">{recordNumber(id)}</Span>,
    card: 'hidden',
    canHide: false,
  },
  {
    id: 'name',
    header: 'Name',
    width: '15%',
    sorts: { ascending: 'name', descending: 'nameDescending', first: 'ascending' },
    cell: (user) => <Name user={user} />,
    card: 'title',
  },
  {
    id: 'userName',
    header: 'User Name',
    width: '15%',
    cell: ({ userName }) => <span title={userName}>{userName}</span>,
  },
  { id: 'email', header: 'Email', cell: ({ email }) => <Mail address={email} /> },
  {
    id: 'balance',
    header: 'Balance',
    width: '7rem',
    sorts: { ascending: 'lowestBalance', descending: 'balance', first: 'descending' },
    cell: ({ balanceNanos }) => <MoneyText balanceNanos={balanceNanos} fontWeight="semibold" />,
    align: 'end',
  },
  agoColumn('joined', 'Join Date', ({ createdAt }) => createdAt, {
    width: '6.5rem',
    sorts: { ascending: 'oldest', descending: 'newest', first: 'descending' },
  }),
  {
    id: 'status',
    header: 'Status',
    width: '6rem',
    cell: ({ blocked }) => <Status blocked={blocked} />,
    card: 'aside',
  },
  actionsColumn((user) => <UserActions user={user} />, { width: '11.5rem' }),
];

/** A long address wraps at its `@`, not in the middle of a word. */
function Mail({ address }: { address: string }) {
  const hostAt = address.indexOf('@') + 1;
  return (
    <span title={address}>
      {address.slice(0, hostAt)}
      <wbr />
      {address.slice(hostAt)}
    </span>
  );
}

function Name({ user }: { user: User }) {
  return (
    <>
      <UserLink user={user}>{user.name}</UserLink>{' '}
      {user.role === 'admin' && (
        <Span textStyle="xs" color="fg.muted" fontWeight="normal">
          Administrator
        </Span>
      )}
    </>
  );
}

function Status({ blocked }: { blocked: boolean }) {
  return blocked ? (
    <StatusBadge tone="red" icon={<LuBan />}>
      Blocked
    </StatusBadge>
  ) : (
    <StatusBadge tone="green" quiet icon={<LuCircleCheck />}>
      Active
    </StatusBadge>
  );
}
