import { Box, Span, Text } from '@chakra-ui/react';
import { LuBan, LuCircleCheck } from 'react-icons/lu';
import type { Column } from '../../../components/data-table/columns.ts';
import { MoneyText } from '../../../components/money-text.tsx';
import { StatusBadge } from '../../../components/status-badge.tsx';
import { formatMoment } from '../../../lib/dates.ts';
import { wrapped } from '../wrapped.ts';
import type { User } from './user.ts';
import { UserActions } from './user-actions.tsx';

export const userColumns: Column<User>[] = [
  {
    id: 'id',
    header: '#',
    cell: ({ id }) => <Span fontVariantNumeric="tabular-nums">{id}</Span>,
    card: 'hidden',
    canHide: false,
  },
  { id: 'name', header: 'Name', cell: (user) => <Name user={user} />, card: 'title' },
  {
    id: 'userName',
    header: 'User Name',
    cell: ({ userName }) => (
      <Span display="block" {...wrapped('32')}>
        {userName}
      </Span>
    ),
  },
  {
    id: 'email',
    header: 'Email',
    cell: ({ email }) => (
      <Span display="block" textStyle={{ md: 'xs' }} {...wrapped('52')}>
        {email}
      </Span>
    ),
  },
  {
    id: 'balance',
    header: 'Balance',
    cell: ({ balanceNanos }) => <MoneyText balanceNanos={balanceNanos} fontWeight="semibold" />,
    align: 'end',
  },
  {
    id: 'joined',
    header: 'Join Date',
    cell: ({ createdAt }) => (
      <Box asChild display="block" {...wrapped('28')} textStyle={{ md: 'xs' }}>
        <time dateTime={createdAt}>{formatMoment(createdAt)}</time>
      </Box>
    ),
  },
  { id: 'status', header: 'Status', cell: ({ blocked }) => <Status blocked={blocked} />, card: 'aside' },
  {
    id: 'actions',
    header: 'Actions',
    cell: (user) => <UserActions user={user} />,
    align: 'end',
    card: 'footer',
    canHide: false,
    pinned: true,
  },
];

function Name({ user: { name, role } }: { user: User }) {
  return (
    <Box {...wrapped('36')}>
      {name}
      {role === 'admin' && (
        <Text textStyle="xs" color="fg.muted" fontWeight="normal">
          Administrator
        </Text>
      )}
    </Box>
  );
}

function Status({ blocked }: { blocked: boolean }) {
  return blocked ? (
    <StatusBadge tone="red" icon={<LuBan />}>
      Blocked
    </StatusBadge>
  ) : (
    <StatusBadge tone="green" icon={<LuCircleCheck />}>
      Active
    </StatusBadge>
  );
}
