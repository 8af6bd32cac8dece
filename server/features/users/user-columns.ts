import { sql } from 'drizzle-orm';
import { accounts } from '../../../db/schema/ledger.ts';
import { users } from '../../../db/schema/users.ts';

/** What a user and their own browser may see; never the password's hash. */
export const sessionUserColumns = {
  id: users.id,
  userName: users.userName,
  name: users.name,
  email: users.email,
  phone: users.phone,
  image: users.image,
  role: users.role,
  createdAt: users.createdAt,
};

/** What admins see; of a query that joins `accounts` for the wallet. */
export const adminUserColumns = {
  ...sessionUserColumns,
  balanceNanos: accounts.balanceNanos,
  blocked: sql<boolean>`${users.blockedAt} is not null`,
};
