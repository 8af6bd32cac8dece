import { and, asc, eq, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { paymentDevices } from '#db/schema/evidence.ts';
import { rechargeCorrections, recharges, thenOrders } from '#db/schema/recharges.ts';
import type { AdminRecharge, OwnRecharge } from '#shared/balance.ts';
import { reasonInWords } from '#shared/evidence.ts';
import type { ByIdOrRequestId } from '#shared/numbers.ts';
import type { Actor } from '#shared/users.ts';
import { cachedRead } from '../../base/cache/cached-read.ts';
import { DomainError } from '../../base/errors.ts';
import { assertAdmin } from '../../base/identity/assert-admin.ts';
import { silenceOfMethod } from '../../money/phone-silence.ts';
import { rechargeColumns, selectAdminRecharges } from './recharge-rows.ts';

const FRESH_FOR_MS = 60_000;
const MOST_METHODS = 50;
/** Fewer approvals tell nothing. */
const FEWEST = 5;

const isMessageExpected = sql`exists (select from ${paymentDevices} where ${paymentDevices.revokedAt} is null
  and ${recharges.methodId} = any(${paymentDevices.methodIds}))`;

const isAutomatic = sql`exists (select from automatic_methods m where m.method_id = ${recharges.methodId})`;

/** What only the page of a recharge displays to its customer: nothing of what a message says. */
const ownColumns = {
  ...rechargeColumns,
  phase: sql<
    OwnRecharge['phase']
  >`case when ${recharges.status} = 'rejected' or ${recharges.reversedAt} is not null then null when ${recharges.status} = 'approved' then 'credited'
    when ${recharges.heldReason} is not null or ${recharges.matchId} is not null and not ${isAutomatic} then 'person' when ${isMessageExpected} then 'looking' else 'sent' end`,
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

/**
 * The median minutes from a request to its approval at this hour of the day, by the id of the method: of the last 30 days, two hours
 * before and after. Null for fewer than five.
 */
const usualMinutes = cachedRead(
  async (db, methodId) => {
    const [row] = await db.execute<{ count: number; median: number | null }>(sql`
      select count(*)::int as count,
        percentile_cont(0.5) within group (order by extract(epoch from decided_at - created_at)::float8 / 60) as median
      from recharges, lateral (select abs(extract(epoch from created_at at time zone 'UTC' - date_trunc('day', created_at at time zone 'UTC'))
        - extract(epoch from now() at time zone 'UTC' - date_trunc('day', now() at time zone 'UTC'))) as seconds) as apart
      where method_id = ${Number(methodId)} and status = 'approved' and created_at > now() - interval '30 days'
        and least(apart.seconds, 86400 - apart.seconds) <= 7200`);
    if (!row || row.median === null || row.count < FEWEST) return null;
    return Math.max(1, Math.round(row.median));
  },
  { freshForMs: FRESH_FOR_MS, maxKeys: MOST_METHODS },
);
