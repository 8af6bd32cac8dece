import { and, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '#db/client.ts';
import { accounts } from '#db/schema/ledger.ts';
import { users } from '#db/schema/users.ts';
import type { Actor, AdminUser, adminUserListInput, adminUserPage, Role, userSorts } from '#shared/users.ts';
import { assertAdmin } from '../../base/identity/assert-admin.ts';
import type { Skipping } from '../../base/lists/keyset.ts';
import {
  afterCursor,
  idKey,
  numberKey,
  type SortOrder,
  sortedBy,
  sortedPageFrom,
} from '../../base/lists/sorted-keyset.ts';
import { hasUserText } from '../../base/lists/users-matching.ts';
import { adminUserColumns } from './user-columns.ts';

type Sort = (typeof userSorts)[number];

/** A page of users, searched by user name, name, email and phone. Admins only. */
export async function listUsers(
  db: Db,
  actor: Actor,
  { search, status, role, sort, cursor, limit, skip = 0 }: z.output<typeof adminUserListInput> & Skipping,
): Promise<z.output<typeof adminUserPage>> {
  assertAdmin(actor);
  const order = sortOrders[sort];
  const filter = and(
    search ? hasUserText(search) : undefined,
    status && (status === 'blocked' ? isNotNull(users.blockedAt) : isNull(users.blockedAt)),
    role && ofRole[role],
  );
  const after = afterCursor(sort, order, cursor);
  const isOfWallets = !filter && (sort === 'balance' || sort === 'lowestBalance');
  const rows = await db
    .select(adminUserColumns)
    .from(users)
    .innerJoin(accounts, eq(accounts.userId, users.id))
    .where(and(filter, after, isOfWallets ? inWalletsPage(db, sort, cursor, skip + limit + 1) : undefined))
    .orderBy(...sortedBy(order))
    .limit(limit + 1)
    .offset(skip);
  return sortedPageFrom(rows, limit, sort, order);
}

/**
 * The users of a page sorted by balance. No index has balances (decision 022), so it reads all wallets, but only the users of the page.
 */
function inWalletsPage(
  db: Db,
  sort: 'balance' | 'lowestBalance',
  cursor: string | null | undefined,
  rows: number,
): SQL {
  const page = db
    .select({ userId: accounts.userId })
    .from(accounts)
    .where(and(eq(accounts.kind, 'wallet'), afterCursor(sort, walletOrders[sort], cursor)))
    .orderBy(...sortedBy(walletOrders[sort]))
    .limit(rows);
  return inArray(users.id, page);
}

/** Written like the index `users_admins_idx`, which a query with parameters could not use. */
const ofRole: Record<Role, SQL> = { admin: sql`${users.role} = 'admin'`, user: sql`${users.role} = 'user'` };

const byId = idKey(users.id);

const byName = [
  {
    column: sql`${users.name}`,
    valueOf: (user: AdminUser) => user.name,
    shape: z.string(),
    bind: (name: string | number) => sql`${name}::text`,
  },
  byId,
];

const byBalance: SortOrder<AdminUser>['keys'] = [
  numberKey(accounts.balanceNanos, (user: AdminUser) => user.balanceNanos),
  byId,
];

/** The same order, from the wallets alone. */
const byWallet: SortOrder<AdminUser>['keys'] = [...byBalance.slice(0, 1), idKey(accounts.userId)];
const walletOrders: Record<'balance' | 'lowestBalance', SortOrder<AdminUser>> = {
  balance: { keys: byWallet, descending: true },
  lowestBalance: { keys: byWallet, descending: false },
};

const sortOrders: Record<Sort, SortOrder<AdminUser>> = {
  newest: { keys: [byId], descending: true },
  oldest: { keys: [byId], descending: false },
  name: { keys: byName, descending: false },
  nameDescending: { keys: byName, descending: true },
  balance: { keys: byBalance, descending: true },
  lowestBalance: { keys: byBalance, descending: false },
};
