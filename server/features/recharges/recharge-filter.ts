import { and, eq, ilike, inArray, type SQL, sql } from 'drizzle-orm';
import { recharges } from '#db/schema/recharges.ts';
import type { AdminRechargeFilter } from '#shared/balance.ts';
import type { RechargeStatus } from '#shared/recharge-status.ts';
import { decidedBy } from '../../base/lists/decided-by.ts';
import { containing, idsIn, SHORTEST_WITHIN } from '../../base/lists/search-text.ts';
import { datedWithinDays } from '../../base/lists/shop-days.ts';
import { usersFound } from '../../base/lists/users-matching.ts';

/** Written like the index `recharges_pending_idx`, which a query with parameters could not use. */
const hasStatus: Record<RechargeStatus, SQL> = {
  pending: sql`${recharges.status} = 'pending'`,
  approved: sql`${recharges.status} = 'approved'`,
  rejected: sql`${recharges.status} = 'rejected'`,
};

/** The condition of an admin's filter, without the search. */
export function rechargeFilter({
  status,
  userId,
  methodId,
  from,
  to,
  decidedBy: by,
  ids,
  match: onlyMatched,
}: Omit<AdminRechargeFilter, 'search'>): SQL | undefined {
  return and(
    status && hasStatus[status],
    userId === undefined ? undefined : eq(recharges.userId, userId),
    methodId === undefined ? undefined : eq(recharges.methodId, methodId),
    datedWithinDays(recharges.createdAt, { from, to }),
    by === undefined ? undefined : decidedBy({ admin: recharges.decidedBy, decider: recharges.decider }, by),
    ids && inArray(recharges.id, ids),
    // Written like the index.
    onlyMatched ? sql`${recharges.matchId} is not null and ${recharges.status} = 'pending'` : undefined,
  );
}

/**
 * The search conditions, except for a single id; a list of ids is one of them. One or two letters are not searched in transaction IDs.
 */
export function waysToFindRecharges(search: string): SQL[] {
  const pattern = containing(search);
  const ids = idsIn(search);
  return [
    ...(search.length < SHORTEST_WITHIN ? [] : [ilike(recharges.reference, pattern)]),
    sql`${recharges.userId} in (${usersFound(search)})`,
    ...(ids.length === 0 ? [] : [inArray(recharges.id, ids)]),
  ];
}
