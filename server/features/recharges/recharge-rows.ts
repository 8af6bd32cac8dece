import { type AnyColumn, eq, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db, Tx } from '#db/client.ts';
import { evidence } from '#db/schema/evidence.ts';
import { creditedNanos, rechargeLookAlikes, recharges } from '#db/schema/recharges.ts';
import { users } from '#db/schema/users.ts';
import type { AdminRecharge } from '#shared/balance.ts';
import type { Nanos, Taka } from '#shared/money.ts';
import { agreesInAmount, agreesInPayer, isProved } from '../../money/agrees.ts';

/** The columns of a recharge that its customer may see. */
export const rechargeColumns = {
  id: recharges.id,
  method: recharges.methodName,
  amountNanos: creditedNanos,
  paidTaka: sql<Taka>`coalesce(${recharges.receivedPoisha} / 100, ${recharges.paidTaka})`,
  ratePaisa: recharges.ratePaisa,
  reference: recharges.reference,
  status: recharges.status,
  reason: recharges.reason,
  createdAt: recharges.createdAt,
  decidedAt: recharges.decidedAt,
  reversedAt: recharges.reversedAt,
  reversalReason: recharges.reversalReason,
};

const reviewers = alias(users, 'deciders');
const reversers = alias(users, 'reversers');
const others = alias(recharges, 'others');

/**
 * A transaction ID is unique per method only, so another request may claim the same payment. A rejected one counts too: an admin may
 * have searched for that payment and not found it.
 */
const isDuplicate = sql<boolean>`exists (
  select 1 from ${recharges} others
  where upper(${others.reference}) = upper(${recharges.reference}) and ${others.id} <> ${recharges.id}
)`;

/** A rejection or a reversal of either of the two ends the mark. */
const lookAlike = sql<AdminRecharge['lookAlike']>`(
  select json_build_object('id', ${others.id}, 'reference', ${others.reference})
  from ${rechargeLookAlikes} join ${recharges} others on ${others.id} = ${rechargeLookAlikes.otherId}
  where ${rechargeLookAlikes.rechargeId} = ${recharges.id} and ${isCounted(recharges)} and ${isCounted(others)}
  order by ${rechargeLookAlikes.otherId} desc limit 1
)`;

const match = sql<
  AdminRecharge['match']
>`case when ${recharges.status} = 'pending' and ${evidence.id} is not null then json_build_object(
  'checks', json_build_object('message', true, 'id', upper(${evidence.reference}) = upper(${recharges.reference}),
    'amount', ${agreesInAmount}, 'payer', ${agreesInPayer}, 'balance', ${isProved}),
  'amountPoisha', ${evidence.amountPoisha}, 'payer', ${evidence.payer}) end`;

function isCounted({ status, reversedAt }: { status: AnyColumn; reversedAt: AnyColumn }): SQL {
  return sql`${status} <> 'rejected' and ${reversedAt} is null`;
}

/** Recharges as admins see them: with customer, decider, and other ones with the same or a similar transaction id. */
export function selectAdminRecharges(db: Db | Tx) {
  return db
    .select({
      ...rechargeColumns,
      user: { id: users.id, userName: users.userName, name: users.name, phone: users.phone },
      decidedBy: reviewers.userName,
      decider: recharges.decider,
      reversedBy: reversers.userName,
      reversedNanos: recharges.reversedNanos,
      unrecoveredNanos: sql<Nanos | null>`${creditedNanos} - ${recharges.reversedNanos}`,
      isDuplicate,
      lookAlike,
      match,
    })
    .from(recharges)
    .innerJoin(users, eq(users.id, recharges.userId))
    .leftJoin(evidence, eq(evidence.id, recharges.matchId))
    .leftJoin(reviewers, eq(reviewers.id, recharges.decidedBy))
    .leftJoin(reversers, eq(reversers.id, recharges.reversedBy));
}
