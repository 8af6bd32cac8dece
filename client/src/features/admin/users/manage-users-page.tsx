import { userSorts } from '#shared/users.ts';
import { ExportButton } from '../../../components/export-button.tsx';
import { FilterChips } from '../../../components/filter-chips.tsx';
import { adminTexts } from '../../../i18n/en/admin/admin.ts';
import { adminUserTexts } from '../../../i18n/en/admin/admin-users.ts';
import { lazyWithPreload } from '../../../lib/lazy-with-preload.tsx';
import { userPath } from '../../../lib/paths.ts';
import { usePreloadOnIntent } from '../../../lib/preload-on-intent.ts';
import { trpc } from '../../../lib/trpc.ts';
import { declareList } from '../list/declare-list.tsx';
import { polledList } from '../live-list.ts';
import { useSetBlocked } from './use-set-blocked.tsx';
import type { User } from './user.ts';
import { UserHandlersContext } from './user-actions.tsx';
import { userColumns } from './user-columns.tsx';

const { Part: GiveBalanceDialog, load: loadGiveBalance } = lazyWithPreload(() => import('./give-balance-dialog.tsx'));

/** The input of each chip. */
const filters = {
  active: { status: 'active' },
  blocked: { status: 'blocked' },
  admins: { role: 'admin' },
} as const;

export default declareList<User>()({
  keptAs: 'Manage Users',
  heading: 'dense',
  dense: true,
  words: () => adminUserTexts.get(),
  useCount() {
    const { data } = trpc.admin.stats.useQuery();
    return data && adminUserTexts.get().count({ count: data.users.count });
  },
  useInput({ oneOf, search }) {
    const chosen = oneOf('status', ['active', 'blocked', 'admins']);
    return { ...(chosen && filters[chosen]), sort: oneOf('sort', userSorts), search };
  },
  useList: (input) => trpc.admin.users.list.useInfiniteQuery(input, polledList),
  columns: userColumns,
  rowPath: ({ id }) => userPath(id),
  rowTone: ({ blocked }) => (blocked ? 'error' : undefined),
  actions: {
    Context: UserHandlersContext,
    useActions(show) {
      usePreloadOnIntent(loadGiveBalance);
      const close = () => show(null);
      return {
        ...useSetBlocked(show),
        giveBalance: (user) =>
          // With the balance of the last read; the dialog stays open for a user who has left the list.
          show((rows) => <GiveBalanceDialog user={rows.find(({ id }) => id === user.id) ?? user} onClose={close} />),
      };
    },
  },
  filters() {
    const t = adminUserTexts.get();
    return (
      <FilterChips
        param="status"
        label={adminTexts.get().status}
        options={[
          { value: 'active', label: t.active },
          { value: 'blocked', label: t.blocked },
          { value: 'admins', label: t.admins },
        ]}
      />
    );
  },
  sorts: {
    values: userSorts,
    words() {
      const t = adminUserTexts.get();
      return {
        newest: t.newest,
        oldest: t.oldest,
        name: t.byName,
        nameDescending: t.byNameDescending,
        balance: t.highestBalance,
        lowestBalance: t.lowestBalance,
      };
    },
  },
  tools: (input) => <ExportButton compact list="users" input={input} />,
});
