import { eq, inArray } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { recharges } from '../../../db/schema/recharges.ts';
import type { AdminRechargeFilter } from '../../../shared/balance.ts';
import type { BoundedCount } from '../../../shared/desk.ts';
import type { Actor } from '../../../shared/users.ts';
import { assertAdmin } from '../../identity/assert-admin.ts';
import { boundedCount, MOST_COUNTED } from '../../lists/bounded-count.ts';
import { idsFound } from '../../lists/search-arms.ts';
import { idIn } from '../../lists/search-text.ts';
import { rechargeFilter, waysToFindRecharges } from './recharge-filter.ts';

/** Counts the recharges that a filter finds, up to a bound. Admins only. */
export async function countMatchingRecharges(db: Db, actor: Actor, input: AdminRechargeFilter): Promise<BoundedCount> {
  assertAdmin(actor);
  const { search } = input;
  const filter = rechargeFilter(input);
  if (!search) return boundedCount(db, recharges, filter);
  const number = idIn(search);
  const ways = [...waysToFindRecharges(search), ...(number === undefined ? [] : [eq(recharges.id, number)])];
  const found = idsFound(recharges.id, { ways, filter, newest: MOST_COUNTED + 1 });
  return boundedCount(db, recharges, inArray(recharges.id, found));
}
