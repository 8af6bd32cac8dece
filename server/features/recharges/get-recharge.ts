import { and, asc, eq, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { paymentDevices } from '#db/schema/evidence.ts';
import { rechargeCorrections, recharges, thenOrders } from '#db/schema/recharges.ts';
import type { AdminRecharge, OwnRecharge } from '#shared/balance.ts';
import type { ByIdOrRequestId } from '#shared/numbers.ts';
import type { Actor } from '#shared/users.ts';
import { DomainError } from '../../base/errors.ts';
import { assertAdmin } from '../../base/identity/assert-admin.ts';
import { rechargeColumns, selectAdminRecharges } from './recharge-rows.ts';
import { usualMinutes } from './usual-minutes.ts';

const isMessageExpected = sql`exists (select from ${paymentDevices} where ${paymentDevices.revokedAt} is null
  and ${recharges.methodId} = any(${paymentDevices.methodIds}))`;

/** What only the page of a recharge displays to its customer: nothing of what a message says. */
const ownColumns = {
  ...rechargeColumns,
  phase: sql<
    OwnRecharge['phase']
  >`case when ${recharges.status} = 'approved' then 'credited' when ${recharges.status} = 'rejected' then null
    when ${recharges.heldReason} is not null then 'person' when ${isMessageExpected} then 'looking' else 'sent' end`,
  payer: recharges.payer,
};

/**
 * One of the caller's own recharges, by its id or request id, with how far it is and the order that waits for it.
 * @throws DomainError `not_found`, also for another customer's
 */
export async function getRecharge(db: Db, actor: Actor, { id, requestId }: ByIdOrRequestId): Promise<OwnRecharge> {
  const isNamed = requestId === undefined ? eq(recharges.id, id ?? 0) : eq(recharges.requestId, requestId);
  const { state, reason, orderId, input } = thenOrders;
  const [found] = await db
    .select({
      methodId: recharges.methodId,
      own: ownColumns,
      asked: { amountNanos: recharges.amountNanos, paidTaka: recharges.paidTaka },
      thenOrder: { state, reason, orderId, order: input },
    })
    .from(recharges)
    .leftJoin(thenOrders, eq(thenOrders.rechargeId, recharges.id))
    .where(and(isNamed, eq(recharges.userId, actor.id)));
  if (!found) throw new DomainError('not_found');
  const { own, asked, thenOrder, methodId } = found;
  const [minutes, corrections] = await Promise.all([
    usualMinutes.get(db, String(methodId)),
    db
      .select({ reference: rechargeCorrections.reference, at: rechargeCorrections.at })
      .from(rechargeCorrections)
      .where(eq(rechargeCorrections.rechargeId, own.id))
      .orderBy(asc(rechargeCorrections.number)),
  ]);
  return { ...own, asked, usualMinutes: minutes, corrections, thenOrder };
}

/** Any recharge with its customer and the admin who decided it. Admins only. */
export async function getAnyRecharge(db: Db, actor: Actor, { id }: { id: number }): Promise<AdminRecharge> {
  assertAdmin(actor);
  const [recharge] = await selectAdminRecharges(db).where(eq(recharges.id, id));
  if (!recharge) throw new DomainError('not_found');
  return recharge;
}
