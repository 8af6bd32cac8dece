import { lazy, Suspense, useState } from 'react';
import { DataTable } from '../../../components/data-table/data-table.tsx';
import { FilterChips } from '../../../components/filter-chips.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { SearchBox } from '../../../components/search-box.tsx';
import { useOnFirstTouch } from '../../../lib/first-touch.ts';
import { useRows } from '../../../lib/paged-list.ts';
import { trpc } from '../../../lib/trpc.ts';
import { oneOf, useUrlParam } from '../../../lib/url-state.ts';
import { polledList } from '../desk/live-list.ts';
import { useSetBlocked } from './use-set-blocked.ts';
import type { User } from './user.ts';
import { UserDesk, type UserHandlers } from './user-actions.tsx';
import { userColumns } from './user-columns.tsx';

const loadGiveBalance = () => import('./give-balance-dialog.tsx');
const GiveBalanceDialog = lazy(loadGiveBalance);

const statusChips = [
  { value: 'active', label: 'Active' },
  { value: 'blocked', label: 'Blocked' },
];

export default function ManageUsersPage() {
  const [statusParam] = useUrlParam('status');
  const [search] = useUrlParam('q');
  const [receiver, setReceiver] = useState<User | null>(null);
  const status = oneOf(statusParam, ['active', 'blocked']);
  const query = trpc.admin.users.list.useInfiniteQuery({ status, search: search || undefined }, polledList);
  const rows = useRows(query);
  const { pendingIds, setBlocked } = useSetBlocked();
  useOnFirstTouch(loadGiveBalance);
  /** With the balance of the last refetch; a user who is no longer in the list keeps the dialog open. */
  const current = rows.find(({ id }) => id === receiver?.id) ?? receiver;

  const handlers: UserHandlers = { pendingIds, giveBalance: setReceiver, setBlocked };
  return (
    <UserDesk value={handlers}>
      <PageHeading dense title="Manage Users" text="Balances, and who may use the panel." />
      <DataTable
        name="Manage Users"
        dense
        columns={userColumns}
        query={query}
        rows={rows}
        rowId={idOf}
        emptyText="No users found"
        pendingIds={pendingIds}
        rowTone={({ blocked }) => (blocked ? 'error' : undefined)}
        toolbar={
          <>
            <SearchBox label="Search users" placeholder="Name, email or phone" />
            <FilterChips param="status" label="Status" options={statusChips} />
          </>
        }
      />
      <Suspense>
        {current && <GiveBalanceDialog key={current.id} user={current} onClose={() => setReceiver(null)} />}
      </Suspense>
    </UserDesk>
  );
}

const idOf = ({ id }: User) => String(id);
