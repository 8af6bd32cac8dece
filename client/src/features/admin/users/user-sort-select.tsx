import { userSorts } from '#shared/users.ts';
import { oneOf, useUrlParam } from '../../../lib/url-state.ts';
import { Choice } from '../choice.tsx';

type UserSort = (typeof userSorts)[number];

const usual = 'newest';
const names: Record<UserSort, string> = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  name: 'By name, A first',
  nameDescending: 'By name, Z first',
  balance: 'Highest balance',
  lowestBalance: 'Lowest balance',
};

/** The sort order of the users, stored in the URL; `sort` is undefined for the server's default. */
export function useUserSort() {
  const [param, choose] = useUrlParam('sort');
  const sort = oneOf(param, userSorts);
  return { sort, value: sort ?? usual, onChange: (next: string) => choose(next === usual ? '' : next) };
}

/** Chooses the sort order if there are no headers. */
export function UserSortSelect() {
  const { value, onChange } = useUserSort();
  return (
    <Choice
      look={{ w: 'auto' }}
      aria-label="Sort"
      value={value}
      options={userSorts.map((each) => [each, names[each]])}
      onChange={onChange}
    />
  );
}
