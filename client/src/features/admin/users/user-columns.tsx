import { Span } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { LuBan, LuCircleCheck } from 'react-icons/lu';
import { type Column, recordNumber } from '../../../components/data-table/columns.ts';
import { Ago } from '../../../components/data-table/moment.tsx';
import { MoneyText } from '../../../components/money-text.tsx';
import { StatusBadge } from '../../../components/status-badge.tsx';
import { adminTexts } from '../../../i18n/en/admin/admin.ts';
import { adminUserTexts } from '../../../i18n/en/admin/admin-users.ts';
import { formatBalance } from '../../../lib/money.ts';
import { actionsColumn, agoColumn } from '../columns.tsx';
import { UserLink } from '../user-link.tsx';
import type { User } from './user.ts';
import { UserActions } from './user-actions.tsx';

export function userColumns(): Column<User>[] {
  const t = adminUserTexts.get();
  return [
    {
      id: 'id',
      header: '#',
      width: '2.75rem',
      figure: ({ id }) => String(id),
      cell: ({ id }) => <Span fontVariantNumeric="tabular-nums">{recordNumber(id)}</Span>,
      card: 'hidden',
      canHide: false,
    },
    {
      id: 'name',
      header: t.name,
      width: '15%',
      stackedWidth: '8.5rem',
      sorts: { ascending: 'name', descending: 'nameDescending', first: 'ascending' },
      cell: (user) => <Name user={user} />,
      below: ({ userName }) => `@${userName}`,
      card: 'title',
    },
    {
      id: 'userName',
      header: t.userName,
      width: '14%',
      cell: ({ userName }) => <span title={userName}>{userName}</span>,
      stacked: true,
      card: 'detail',
    },
    {
      id: 'email',
      header: t.email,
      cell: ({ email }) => <span title={email}>{email}</span>,
      below: ({ createdAt }) => <Ago at={createdAt} />,
      card: 'detail',
    },
    {
      id: 'balance',
      header: adminTexts.get().balance,
      width: '6rem',
      figure: ({ balanceNanos }) => formatBalance(balanceNanos),
      sorts: { ascending: 'lowestBalance', descending: 'balance', first: 'descending' },
      below: ({ blocked }) => <Status blocked={blocked} />,
      cell: ({ balanceNanos }) => <MoneyText balanceNanos={balanceNanos} fontWeight="semibold" />,
      align: 'end',
      card: 'figure',
    },
    agoColumn('joined', t.joinDate, ({ createdAt }) => createdAt, {
      width: '6.75rem',
      sorts: { ascending: 'oldest', descending: 'newest', first: 'descending' },
      stacked: true,
      card: 'figure',
    }),
    {
      id: 'status',
      header: adminTexts.get().status,
      width: '6.5rem',
      cell: ({ blocked }) => <Status blocked={blocked} />,
      card: 'aside',
      stacked: true,
    },
    actionsColumn((user) => <UserActions user={user} />, { width: '10.75rem', stackedWidth: '10.75rem' }),
  ];
}

function Name({ user }: { user: User }) {
  const t = useStore(adminUserTexts);
  return (
    <>
      <UserLink user={user}>{user.name}</UserLink>{' '}
      {user.role === 'admin' && (
        <Span textStyle="xs" color="fg.muted" fontWeight="normal">
          {t.administrator}
        </Span>
      )}
    </>
  );
}

function Status({ blocked }: { blocked: boolean }) {
  const t = useStore(adminUserTexts);
  return blocked ? (
    <StatusBadge tone="red" quiet icon={<LuBan />}>
      {t.blocked}
    </StatusBadge>
  ) : (
    <StatusBadge tone="green" quiet icon={<LuCircleCheck />}>
      {t.active}
    </StatusBadge>
  );
}
