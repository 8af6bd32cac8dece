import { Badge, Flex } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import type { Column } from '../../../components/data-table/columns.ts';
import { DataTable } from '../../../components/data-table/data-table.tsx';
import { Ago } from '../../../components/data-table/moment.tsx';
import { POLL_MS } from '../../../lib/live/live-state.ts';
import { type Outputs, trpc } from '../../../lib/trpc.ts';

type Session = Outputs['admin']['users']['sessions'][number];

/** Where a user is signed in; there are never so many that they would come in pages. */
export function UserSessions({ userId, tabs }: { userId: number; tabs: ReactNode }) {
  const query = trpc.admin.users.sessions.useQuery({ id: userId }, { refetchInterval: POLL_MS });
  return (
    <DataTable
      name="Sessions"
      dense
      columns={columns}
      query={{ ...query, ...onePage }}
      rows={query.data ?? none}
      rowId={({ id }) => id}
      toolbar={tabs}
      emptyText="Not logged in anywhere"
    />
  );
}

const none: Session[] = [];
const onePage = {
  hasNextPage: false,
  isFetchingNextPage: false,
  isFetchNextPageError: false,
  fetchNextPage: () => undefined,
};

const columns: Column<Session>[] = [
  {
    id: 'device',
    header: 'Device',
    cell: ({ browser, system, current }) => (
      <Flex gap="2" align="center" wrap="wrap">
        {[browser, system].filter(Boolean).join(' on ') || 'Unknown device'}
        {current && <Badge variant="outline">Yours</Badge>}
      </Flex>
    ),
    card: 'title',
    canHide: false,
  },
  { id: 'address', header: 'Address', cell: ({ address }) => address ?? 'Unknown' },
  {
    id: 'lastUsed',
    header: 'Last used',
    width: '7rem',
    spills: true,
    cell: ({ lastUsedAt }) => <Ago at={lastUsedAt} />,
  },
  { id: 'since', header: 'Logged in', width: '7rem', spills: true, cell: ({ createdAt }) => <Ago at={createdAt} /> },
];
