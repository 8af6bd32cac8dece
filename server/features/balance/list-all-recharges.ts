import { and, desc, eq, ilike, inArray, lt, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { recharges } from '../../../db/schema/recharges.ts';
import { users } from '../../../db/schema/users.ts';
import type { AdminRechargeListInput, AdminRechargePage } from '../../../shared/balance.ts';
import type { Actor } from '../../../shared/users.ts';
import { assertAdmin } from '../../identity/assert-admin.ts';
import { idFromCursor, pageFrom, type Skipping } from '../../lists/keyset.ts';
import { idsFound } from '../../lists/search-arms.ts';
import { containing, idIn } from '../../lists/search-text.ts';
import { usersMatching } from '../../lists/users-matching.ts';
import { selectAdminRecharges } from './recharge-rows.ts';

/**
 * Everybody's recharges, newest first; those that wait are the list with the status `pending`.
 * @param input `search` finds text in the customer's user name, name and phone and in the transaction id, or a recharge by
 *   its number
 * @throws DomainError `forbidden` unless an admin asks, `bad_input` for a cursor that no such list gave out.
 */
export async function listAllRecharges(
  db: Db,
  actor: Actor,
  input: AdminRechargeListInput & Skipping,
): Promise<AdminRechargePage> {
  assertAdmin(actor);
  const { status, userId, search, limit, skip = 0 } = input;
  const beforeId = idFromCursor(input.cursor);
  const filter = and(
    beforeId === undefined ? undefined : lt(recharges.id, beforeId),
    status && eq(recharges.status, status),
    userId === undefined ? undefined : eq(recharges.userId, userId),
  );
  const rows = await selectAdminRecharges(db)
    .where(
      search
        ? inArray(recharges.id, idsFound(recharges.id, { ways: waysToFind(search), filter, newest: skip + limit + 1 }))
        : filter,
    )
    .orderBy(desc(recharges.id))
    .limit(limit + 1)
    .offset(skip);
  return pageFrom(rows, limit, (recharge) => recharge.id);
}

/** Each way in which a search finds a recharge. */
function waysToFind(search: string): SQL[] {
  const pattern = containing(search);
  const id = idIn(search);
  return [
    ilike(recharges.reference, pattern),
    ...[users.userName, users.name, users.phone].map(
      (column) => sql`${recharges.userId} in (${usersMatching(column, pattern)})`,
    ),
    ...(id === undefined ? [] : [eq(recharges.id, id)]),
  ];
}
