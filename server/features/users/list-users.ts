import { and, asc, desc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '../../../db/client.ts';
import { accounts } from '../../../db/schema/ledger.ts';
import { users } from '../../../db/schema/users.ts';
import type { Nanos } from '../../../shared/money.ts';
import { id } from '../../../shared/numbers.ts';
import type { Actor, AdminUser, adminUserListInput, adminUserPage, userSorts } from '../../../shared/users.ts';
import { type Key, readSortedCursor, type Skipping, writeSortedCursor } from '../lists/keyset.ts';
import { containing } from '../lists/search-text.ts';
import { assertAdmin } from './assert-admin.ts';
import { adminUserColumns } from './user-columns.ts';
import { searchedText } from './users-matching.ts';

type Sort = (typeof userSorts)[number];
/**
 * A page of users for admins, searched by user name, name, email and phone.
 * @returns `nextCursor` goes on after the last row, whatever was added or changed in between
 * @throws DomainError `forbidden`, `bad_input` for a cursor that this list did not give out with the same sort
 */
export async function listUsers(
  db: Db,
  actor: Actor,
  { search, status, sort, cursor, limit, skip = 0 }: z.output<typeof adminUserListInput> & Skipping,
): Promise<z.output<typeof adminUserPage>> {
  assertAdmin(actor);
  const order = orders[sort];
  const direction = order.descending ? desc : asc;
  const rows = await db
    .select(adminUserColumns)
    .from(users)
    .innerJoin(accounts, eq(accounts.userId, users.id))
    .where(
      and(
        search ? sql`${searchedText} ilike ${containing(search)}` : undefined,
        status && (status === 'blocked' ? isNotNull(users.blockedAt) : isNull(users.blockedAt)),
        cursor ? after(order, readSortedCursor(cursor, sort, order.keys)) : undefined,
      ),
    )
    .orderBy(...order.by.map(({ column }) => direction(column)))
    .limit(limit + 1)
    .offset(skip);
  const items = rows.slice(0, limit).map((row) => ({ ...row, balanceNanos: row.balanceNanos as Nanos }));
  const last = items.at(-1);
  const nextCursor = rows.length > limit && last ? writeSortedCursor(sort, order.keysOf(last)) : null;
  return { items, nextCursor };
}

interface Order {
  /** What the list is sorted by; the id comes last, so that no two rows are equal. */
  by: { column: SQL; type: SQL }[];
  descending: boolean;
  keysOf: (user: AdminUser) => Key[];
  keys: z.ZodType<Key[]>;
}

const byId = { column: sql`${users.id}`, type: sql`bigint` };

const orders: Record<Sort, Order> = {
  newest: { by: [byId], descending: true, keysOf: (user) => [user.id], keys: z.tuple([id]) },
  oldest: { by: [byId], descending: false, keysOf: (user) => [user.id], keys: z.tuple([id]) },
  name: {
    by: [{ column: sql`${users.name}`, type: sql`text` }, byId],
    descending: false,
    keysOf: (user) => [user.name, user.id],
    keys: z.tuple([z.string(), id]),
  },
  balance: {
    by: [{ column: sql`${accounts.balanceNanos}`, type: sql`bigint` }, byId],
    descending: true,
    keysOf: (user) => [user.balanceNanos, user.id],
    keys: z.tuple([z.int(), id]),
  },
};

function after({ by, descending }: Order, keys: Key[]): SQL {
  const columns = sql.join(
    by.map(({ column }) => column),
    sql`, `,
  );
  const values = sql.join(
    by.map(({ type }, index) => sql`${keys[index]}::${type}`),
    sql`, `,
  );
  return descending ? sql`(${columns}) < (${values})` : sql`(${columns}) > (${values})`;
}
