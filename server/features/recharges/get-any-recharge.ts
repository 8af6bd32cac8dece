import { eq } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { recharges } from '../../../db/schema/recharges.ts';
import type { AdminRecharge } from '../../../shared/balance.ts';
import type { Actor } from '../../../shared/users.ts';
import { DomainError } from '../../errors.ts';
import { assertAdmin } from '../../identity/assert-admin.ts';
import { selectAdminRecharges } from './recharge-rows.ts';

/**
 * Anybody's recharge for admins: whose it is and who decided it.
 * @throws DomainError `forbidden` unless an admin asks, `not_found`
 */
export async function getAnyRecharge(db: Db, actor: Actor, { id }: { id: number }): Promise<AdminRecharge> {
  assertAdmin(actor);
  const [recharge] = await selectAdminRecharges(db).where(eq(recharges.id, id));
  if (!recharge) throw new DomainError('not_found');
  return recharge;
}
