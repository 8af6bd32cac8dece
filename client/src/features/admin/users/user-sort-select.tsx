import { userSorts } from '../../../../../shared/users.ts';
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

/** In which order the users are read, kept in the URL; `sort` is what the server is asked for, undefined for its usual one. */
export function useUserSort() {
  const [param, choose] = useUrlParam('sort');
  const sort = oneOf(param, userSorts);
  return { sort, value: sort ?? usual, onChange: (next: string) => choose(next === usual ? '' : next) };
}

/** Chooses it where there are no headers to press. */
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
