import { Stack } from '@chakra-ui/react';
import { FilterChips } from '../../../components/filter-chips.tsx';
import { oneOf, useUrlParam } from '../../../lib/url-state.ts';
import { AuditTrail } from '../audit/audit-trail.tsx';
import type { UserDetails } from './user.ts';
import { UserLedger } from './user-ledger.tsx';
import { UserOrders, UserRecharges, UserSessions, UserTickets } from './user-tables.tsx';

const lists = ['ledger', 'orders', 'recharges', 'tickets', 'sessions', 'audit'] as const;

/** The lists of a user, one at a time; the chosen one is stored in the URL. */
export function UserLists({ user }: { user: UserDetails }) {
  const [param] = useUrlParam('tab');
  const { counts } = user;
  const shown = oneOf(param, lists) ?? 'ledger';
  const tabs = (
    <FilterChips
      param="tab"
      label="What is shown"
      unchosen="ledger"
      alsoForgets={['pages']}
      options={[
        { value: 'ledger', label: 'Ledger' },
        { value: 'orders', label: 'Orders', count: counts.orders },
        { value: 'recharges', label: 'Recharges', count: counts.recharges },
        { value: 'tickets', label: 'Tickets', count: counts.tickets },
        { value: 'sessions', label: 'Sessions', count: counts.sessions },
        { value: 'audit', label: 'Audit' },
      ]}
    />
  );
  switch (shown) {
    case 'ledger':
      return <UserLedger user={user} tabs={tabs} />;
    case 'orders':
      return <UserOrders userId={user.id} tabs={tabs} />;
    case 'recharges':
      return <UserRecharges userId={user.id} tabs={tabs} />;
    case 'tickets':
      return <UserTickets userId={user.id} tabs={tabs} />;
    case 'sessions':
      return <UserSessions userId={user.id} tabs={tabs} />;
    case 'audit':
      return (
        <Stack gap="4">
          {tabs}
          <AuditTrail of={{ userId: user.id }} />
        </Stack>
      );
  }
}
