import { useStore } from '@nanostores/react';
import { userSorts } from '#shared/users.ts';
import { Choice } from '../../../components/choice.tsx';
import { adminUserTexts } from '../../../i18n/en/admin/admin-users.ts';
import { commonTexts } from '../../../i18n/en/common.ts';
import { oneOf, useUrlParam } from '../../../lib/url-state.ts';

type UserSort = (typeof userSorts)[number];

const usual = 'newest';

/** The sort order of the users, stored in the URL; `sort` is undefined for the server's default. */
export function useUserSort() {
  const [param, choose] = useUrlParam('sort');
  const sort = oneOf(param, userSorts);
  return { sort, value: sort ?? usual, onChange: (next: string) => choose(next === usual ? '' : next) };
}

/** Chooses the sort order if there are no headers. */
export function UserSortSelect() {
  const t = useStore(adminUserTexts);
  const { sort } = useStore(commonTexts);
  const names: Record<UserSort, string> = {
    newest: t.newest,
    oldest: t.oldest,
    name: t.byName,
    nameDescending: t.byNameDescending,
    balance: t.highestBalance,
    lowestBalance: t.lowestBalance,
  };
  const { value, onChange } = useUserSort();
  return (
    <Choice
      look={{ w: 'auto' }}
      aria-label={sort}
      value={value}
      options={userSorts.map((each) => [each, names[each]])}
      onChange={onChange}
    />
  );
}
