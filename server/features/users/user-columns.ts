import { sql } from 'drizzle-orm';
import { accounts } from '../../../db/schema/ledger.ts';
import { users } from '../../../db/schema/users.ts';
import { sessionUserColumns } from '../../identity/session-user.ts';

/** What admins see; of a query that joins `accounts` for the wallet. */
export const adminUserColumns = {
  ...sessionUserColumns,
  balanceNanos: accounts.balanceNanos,
  blocked: sql<boolean>`${users.blockedAt} is not null`,
};
