import { sql } from 'drizzle-orm';
import { accounts } from '#db/schema/ledger.ts';
import { users } from '#db/schema/users.ts';
import { sessionUserColumns } from '../../base/identity/session-user.ts';

/** The columns for admins, for queries that join `accounts`. */
export const adminUserColumns = {
  ...sessionUserColumns,
  balanceNanos: accounts.balanceNanos,
  blocked: sql<boolean>`${users.blockedAt} is not null`,
};
