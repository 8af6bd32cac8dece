import { useStore } from '@nanostores/react';
import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { DataTable } from '../../../components/data-table/data-table.tsx';
import { ExportButton } from '../../../components/export-button.tsx';
import { FilterChips } from '../../../components/filter-chips.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { SearchBox } from '../../../components/search-box.tsx';
import { adminTexts } from '../../../i18n/en/admin/admin.ts';
import { adminUserTexts } from '../../../i18n/en/admin/admin-users.ts';
import { useRows } from '../../../lib/paged-list.ts';
import { userPath } from '../../../lib/paths.ts';
import { usePreloadOnIntent } from '../../../lib/preload-on-intent.ts';
import { trpc } from '../../../lib/trpc.ts';
import { oneOf, useSearchText, useUrlParam } from '../../../lib/url-state.ts';
import { polledList } from '../live-list.ts';
import { useInLanguage } from '../use-in-language.ts';
import { useIsTable } from '../use-is-table.ts';
import { BlockDialog, useSetBlocked } from './use-set-blocked.ts';
import type { User } from './user.ts';
import { type UserHandlers, UserHandlersContext } from './user-actions.tsx';
import { userColumns } from './user-columns.tsx';
import { UserSortSelect, useUserSort } from './user-sort-select.tsx';

const loadGiveBalance = () => import('./give-balance-dialog.tsx');
const GiveBalanceDialog = lazy(loadGiveBalance);

/** The input of each chip. */
const filters = {
  active: { status: 'active' },
  blocked: { status: 'blocked' },
  admins: { role: 'admin' },
} as const;

export default function ManageUsersPage() {
  const t = useStore(adminUserTexts);
  const words = useStore(adminTexts);
  const columns = useInLanguage(userColumns);
  const [statusParam] = useUrlParam('status');
  const [search] = useSearchText();
  const [receiver, setReceiver] = useState<User | null>(null);
  const chosen = oneOf(statusParam, ['active', 'blocked', 'admins']);
  const { sort, ...order } = useUserSort();
  const isWide = useIsTable();
  const input = { ...(chosen && filters[chosen]), ...(sort && { sort }), ...(search && { search }) };
  const query = trpc.admin.users.list.useInfiniteQuery(input, polledList);
  const { data: stats } = trpc.admin.stats.useQuery();
  const navigate = useNavigate();
  const rows = useRows(query);
  const { pendingIds, setBlocked, blocking, endBlocking } = useSetBlocked();
  usePreloadOnIntent(loadGiveBalance);
  /** With the balance of the last refetch; the dialog stays open for a user who is no longer in the list. */
  const current = rows.find(({ id }) => id === receiver?.id) ?? receiver;

  const handlers: UserHandlers = { pendingIds, giveBalance: setReceiver, setBlocked };
  return (
    <UserHandlersContext value={handlers}>
      <PageHeading
        dense
        title={t.heading}
        text={t.headingText}
        count={stats && t.count({ count: stats.users.count })}
      />
      <DataTable
        name={t.heading}
        keptAs="Manage Users"
        dense
        columns={columns}
        query={query}
        rows={rows}
        rowId={idOf}
        emptyText={t.none}
        pendingIds={pendingIds}
        onRowClick={({ id }) => void navigate(userPath(id))}
        rowTone={({ blocked }) => (blocked ? 'error' : undefined)}
        toolbar={
          <>
            <SearchBox label={t.search} placeholder={t.searchHint} />
            <FilterChips
              param="status"
              label={words.status}
              options={[
                { value: 'active', label: t.active },
                { value: 'blocked', label: t.blocked },
                { value: 'admins', label: t.admins },
              ]}
            />
            {!isWide && <UserSortSelect />}
          </>
        }
        sort={order}
        tools={<ExportButton compact list="users" input={input} />}
      />
      <Suspense>
        {current && <GiveBalanceDialog key={current.id} user={current} onClose={() => setReceiver(null)} />}
        {blocking && <BlockDialog key={blocking.id} user={blocking} onClose={endBlocking} />}
      </Suspense>
    </UserHandlersContext>
  );
}

const idOf = ({ id }: User) => String(id);
