import { Stack } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { FilterChips } from '../../../components/filter-chips.tsx';
import { adminTexts } from '../../../i18n/en/admin/admin.ts';
import { adminUserTexts } from '../../../i18n/en/admin/admin-users.ts';
import { oneOf, useUrlParam } from '../../../lib/url-state.ts';
import { AuditTrail } from '../audit/audit-trail.tsx';
import type { UserDetails } from './user.ts';
import { UserLedger } from './user-ledger.tsx';
import { UserOrders, UserRecharges, UserSessions, UserTickets } from './user-tables.tsx';

const lists = ['ledger', 'orders', 'recharges', 'tickets', 'sessions', 'audit'] as const;

const tables = {
  ledger: UserLedger,
  orders: UserOrders,
  recharges: UserRecharges,
  tickets: UserTickets,
  sessions: UserSessions,
};

/** The lists of a user, one at a time; the chosen one is stored in the URL. */
export function UserLists({ user }: { user: UserDetails }) {
  const t = useStore(adminUserTexts);
  const words = useStore(adminTexts);
  const [param] = useUrlParam('tab');
  const { counts } = user;
  const shown = oneOf(param, lists) ?? 'ledger';
  const tabs = (
    <FilterChips
      param="tab"
      label={t.whatIsShown}
      unchosen="ledger"
      alsoForgets={['pages']}
      options={[
        { value: 'ledger', label: t.ledger },
        { value: 'orders', label: words.orders, count: counts.orders },
        { value: 'recharges', label: words.recharges, count: counts.recharges },
        { value: 'tickets', label: words.tickets, count: counts.tickets },
        { value: 'sessions', label: t.sessions, count: counts.sessions },
        { value: 'audit', label: t.audit },
      ]}
    />
  );
  if (shown !== 'audit') {
    const List = tables[shown];
    return <List user={user} toolbar={tabs} />;
  }
  return (
    <Stack gap="4">
      {tabs}
      <AuditTrail of={{ userId: user.id }} />
    </Stack>
  );
}
