import { and, eq } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { recharges } from '#db/schema/recharges.ts';
import type { AdminRecharge, RechargeOut } from '#shared/balance.ts';
import type { Actor } from '#shared/users.ts';
import { DomainError } from '../../errors.ts';
import { assertAdmin } from '../../identity/assert-admin.ts';
import { rechargeColumns, selectAdminRecharges } from './recharge-rows.ts';

/**
 * One of the caller's own recharges.
 * @throws DomainError `not_found`, also for another customer's
 */
export async function getRecharge(db: Db, actor: Actor, { id }: { id: number }): Promise<RechargeOut> {
  const [recharge] = await db
    .select(rechargeColumns)
    .from(recharges)
    .where(and(eq(recharges.id, id), eq(recharges.userId, actor.id)));
  if (!recharge) throw new DomainError('not_found');
  return recharge;
}

/** Any recharge with its customer and the admin who decided it. Admins only. */
export async function getAnyRecharge(db: Db, actor: Actor, { id }: { id: number }): Promise<AdminRecharge> {
  assertAdmin(actor);
  const [recharge] = await selectAdminRecharges(db).where(eq(recharges.id, id));
  if (!recharge) throw new DomainError('not_found');
  return recharge;
}
