import { and, eq, inArray, ne } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { creditedNanos, recharges } from '#db/schema/recharges.ts';
import type { AdminRecharge, AdminRechargeFilter, AdminRechargeListInput, AdminRechargePage } from '#shared/balance.ts';
import type { HistorySort } from '#shared/history-sorts.ts';
import type { BoundedCount } from '#shared/review-queue.ts';
import type { Actor } from '#shared/users.ts';
import { assertAdmin } from '../../base/identity/assert-admin.ts';
import { countMatching } from '../../base/lists/bounded-count.ts';
import type { Skipping } from '../../base/lists/keyset.ts';
import { reviewSorts } from '../../base/lists/review-sorts.ts';
import { idsFound } from '../../base/lists/search-arms.ts';
import { idIn } from '../../base/lists/search-text.ts';
import { afterCursor, sortedBy, sortedPageFrom } from '../../base/lists/sorted-keyset.ts';
import { rechargeFilter, waysToFindRecharges } from './recharge-filter.ts';
import { selectAdminRecharges } from './recharge-rows.ts';

/**
 * Lists all recharges, newest first by default. `search` finds text in customer and transaction ID; the recharge with that id comes
 * first. Admins only.
 */
export async function listAllRecharges(
  db: Db,
  actor: Actor,
  input: AdminRechargeListInput & Skipping,
): Promise<AdminRechargePage> {
  assertAdmin(actor);
  const { search, from, to, sort = 'newest', cursor, limit, skip = 0 } = input;
  const { name, order, by } = sortOf(sort, Boolean(from ?? to));
  const wanted = rechargeFilter(input);
  const number = search ? idIn(search) : undefined;
  const called =
    number !== undefined && !cursor ? await selectAdminRecharges(db).where(and(wanted, eq(recharges.id, number))) : [];
  const left = Math.max(1, limit - called.length);
  const filter = and(
    wanted,
    afterCursor(name, order, cursor),
    number === undefined ? undefined : ne(recharges.id, number),
  );
  const found = search && {
    ways: waysToFindRecharges(search),
    filter,
    newest: skip + left + 1,
    by,
    oldestFirst: !order.descending,
  };
  const rows = await selectAdminRecharges(db)
    .where(found ? inArray(recharges.id, idsFound(recharges.id, found)) : filter)
    .orderBy(...sortedBy(order))
    .limit(left + 1)
    .offset(skip);
  const { items, nextCursor } = sortedPageFrom(rows, left, name, order);
  return { items: [...called, ...items], nextCursor };
}

/** Counts the recharges that match a filter, up to a limit. Admins only. */
export async function countMatchingRecharges(db: Db, actor: Actor, input: AdminRechargeFilter): Promise<BoundedCount> {
  assertAdmin(actor);
  const { search } = input;
  const ways = search ? waysToFindRecharges(search) : [];
  return countMatching(db, recharges.id, { search, filter: rechargeFilter(input), ways });
}

const sortOf = reviewSorts<AdminRecharge, HistorySort>(recharges, {
  newest: { descending: true },
  oldest: { descending: false },
  largest: { number: [creditedNanos, ({ amountNanos }) => amountNanos], descending: true },
  smallest: { number: [creditedNanos, ({ amountNanos }) => amountNanos], descending: false },
});
