import { and, eq } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { recharges } from '#db/schema/recharges.ts';
import type { AdminRecharge, RechargeOut } from '#shared/balance.ts';
import { reasonInWords } from '#shared/evidence.ts';
import type { ByIdOrRequestId } from '#shared/numbers.ts';
import type { Actor } from '#shared/users.ts';
import { DomainError } from '../../base/errors.ts';
import { assertAdmin } from '../../base/identity/assert-admin.ts';
import { silenceOfMethod } from '../../money/phone-silence.ts';
import { rechargeColumns, selectAdminRecharges } from './recharge-rows.ts';

/**
 * One of the caller's own recharges, by its id or request id.
 * @throws DomainError `not_found`, also for another customer's
 */
export async function getRecharge(db: Db, actor: Actor, { id, requestId }: ByIdOrRequestId): Promise<RechargeOut> {
  const isNamed = requestId === undefined ? eq(recharges.id, id ?? 0) : eq(recharges.requestId, requestId);
  const [recharge] = await db
    .select(rechargeColumns)
    .from(recharges)
    .where(and(isNamed, eq(recharges.userId, actor.id)));
  if (!recharge) throw new DomainError('not_found');
  return recharge;
}

/**
 * Any recharge with its customer and the admin who decided it. The reason of a pending one is why it waits for a person, in words. Admins
 * only.
 */
export async function getAnyRecharge(db: Db, actor: Actor, { id }: { id: number }): Promise<AdminRecharge> {
  assertAdmin(actor);
  const [recharge] = await selectAdminRecharges(db).where(eq(recharges.id, id));
  if (!recharge) throw new DomainError('not_found');
  return recharge.status === 'pending' ? { ...recharge, reason: await whyItWaits(db, id) } : recharge;
}

async function whyItWaits(db: Db, id: number): Promise<string | null> {
  const { heldReason, heldValues, methodId, matchId } = recharges;
  const [held] = await db
    .select({ heldReason, heldValues, methodId, matchId })
    .from(recharges)
    .where(eq(recharges.id, id));
  if (!held) return null;
  if (held.heldReason || held.matchId) return reasonInWords(held.heldReason, held.heldValues);
  return silenceOfMethod(db, held.methodId);
}
