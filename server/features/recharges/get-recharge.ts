import { and, eq } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { recharges } from '../../../db/schema/recharges.ts';
import type { RechargeOut } from '../../../shared/balance.ts';
import type { Actor } from '../../../shared/users.ts';
import { DomainError } from '../../errors.ts';
import { rechargeColumns } from './recharge-rows.ts';

/**
 * One of the caller's own recharges.
 * @throws DomainError `not_found`, for somebody else's as for one that never was.
 */
export async function getRecharge(db: Db, actor: Actor, { id }: { id: number }): Promise<RechargeOut> {
  const [recharge] = await db
    .select(rechargeColumns)
    .from(recharges)
    .where(and(eq(recharges.id, id), eq(recharges.userId, actor.id)));
  if (!recharge) throw new DomainError('not_found');
  return recharge;
}
