import { and, desc, eq, ilike, lt, or } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { recharges } from '../../../db/schema/recharges.ts';
import type { RechargeListInput, RechargePage } from '../../../shared/balance.ts';
import type { Actor } from '../../../shared/users.ts';
import { idFromCursor, pageFrom, type Skipping } from '../../lists/keyset.ts';
import { containing, idIn } from '../../lists/search-text.ts';
import { rechargeColumns } from './recharge-rows.ts';

/**
 * The caller's own recharges, newest first.
 * @param input `search` finds text in transaction id and method, or a recharge by its number
 * @throws DomainError `bad_input` for a cursor that no such list gave out.
 */
export async function listRecharges(db: Db, actor: Actor, input: RechargeListInput & Skipping): Promise<RechargePage> {
  const { status, search, limit, skip = 0 } = input;
  const beforeId = idFromCursor(input.cursor);
  const rows = await db
    .select(rechargeColumns)
    .from(recharges)
    .where(
      and(
        eq(recharges.userId, actor.id),
        beforeId === undefined ? undefined : lt(recharges.id, beforeId),
        status && eq(recharges.status, status),
        search ? matches(search) : undefined,
      ),
    )
    .orderBy(desc(recharges.id))
    .limit(limit + 1)
    .offset(skip);
  return pageFrom(rows, limit, (recharge) => recharge.id);
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
