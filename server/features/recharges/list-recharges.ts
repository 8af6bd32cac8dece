import { and, eq, ilike, or } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { creditedNanos, recharges } from '#db/schema/recharges.ts';
import type { RechargeListInput, RechargeOut, RechargePage } from '#shared/balance.ts';
import type { HistorySort } from '#shared/history-sorts.ts';
import type { Actor } from '#shared/users.ts';
import type { Skipping } from '../../base/lists/keyset.ts';
import { containing, idIn } from '../../base/lists/search-text.ts';
import { datedWithinDays } from '../../base/lists/shop-days.ts';
import {
  afterCursor,
  idKey,
  numberKey,
  type SortOrder,
  sortedBy,
  sortedPageFrom,
} from '../../base/lists/sorted-keyset.ts';
import { rechargeColumns } from './recharge-rows.ts';

/** Lists the caller's own recharges, newest first by default. `search` finds transaction ID and method, or an id. */
export async function listRecharges(db: Db, actor: Actor, input: RechargeListInput & Skipping): Promise<RechargePage> {
  const { status, search, from, to, sort = 'newest', cursor, limit, skip = 0 } = input;
  const order = sortOrders[sort];
  const rows = await db
    .select(rechargeColumns)
    .from(recharges)
    .where(
      and(
        eq(recharges.userId, actor.id),
        afterCursor(sort, order, cursor),
        status && eq(recharges.status, status),
        datedWithinDays(recharges.createdAt, { from, to }),
        search ? matches(search) : undefined,
      ),
    )
    .orderBy(...sortedBy(order))
    .limit(limit + 1)
    .offset(skip);
  return sortedPageFrom(rows, limit, sort, order);
}

function matches(search: string) {
  const pattern = containing(search);
  const id = idIn(search);
  return or(
    ilike(recharges.reference, pattern),
    ilike(recharges.methodName, pattern),
    id === undefined ? undefined : eq(recharges.id, id),
  );
}

const byId = idKey(recharges.id);
const byAmount = numberKey<RechargeOut>(creditedNanos, (recharge) => recharge.amountNanos);

const sortOrders: Record<HistorySort, SortOrder<RechargeOut>> = {
  newest: { keys: [byId], descending: true },
  oldest: { keys: [byId], descending: false },
  largest: { keys: [byAmount, byId], descending: true },
  smallest: { keys: [byAmount, byId], descending: false },
};
