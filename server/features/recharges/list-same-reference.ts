import { and, desc, eq, ne, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { recharges } from '#db/schema/recharges.ts';
import { type AdminRecharge, MAX_SAME_REFERENCE } from '#shared/balance.ts';
import type { Actor } from '#shared/users.ts';
import { DomainError } from '../../base/errors.ts';
import { assertAdmin } from '../../base/identity/assert-admin.ts';
import { selectAdminRecharges } from './recharge-rows.ts';

/**
 * Lists the other requests with the same transaction ID, of any customer, method and status, newest first. Admins only.
 * @throws DomainError `not_found`
 */
export async function listSameReference(db: Db, actor: Actor, { id }: { id: number }): Promise<AdminRecharge[]> {
  assertAdmin(actor);
  const [asked] = await db.select({ reference: recharges.reference }).from(recharges).where(eq(recharges.id, id));
  if (!asked) throw new DomainError('not_found');
  const same = sql`upper(${recharges.reference}) = upper(${asked.reference})`;
  return selectAdminRecharges(db)
    .where(and(same, ne(recharges.id, id)))
    .orderBy(desc(recharges.id))
    .limit(MAX_SAME_REFERENCE);
}
