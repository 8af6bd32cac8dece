import { NativeSelect } from '@chakra-ui/react';
import { userSorts } from '../../../../../shared/users.ts';
import { oneOf, useUrlParam } from '../../../lib/url-state.ts';

const usual = 'newest';
const names: Record<(typeof userSorts)[number], string> = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  name: 'By name',
  balance: 'Highest balance',
};

/** Chooses the order of Manage Users, kept in the URL. */
export function UserSortSelect() {
  const [sort, choose] = useUrlParam('sort');
  return (
    <NativeSelect.Root size="sm" w="auto">
      <NativeSelect.Field
        aria-label="Sort"
        value={oneOf(sort, userSorts) ?? usual}
        onChange={({ target: { value } }) => choose(value === usual ? '' : value)}
      >
        {userSorts.map((each) => (
          <option key={each} value={each}>
            {names[each]}
          </option>
        ))}
      </NativeSelect.Field>
      <NativeSelect.Indicator />
    </NativeSelect.Root>
  );
}
