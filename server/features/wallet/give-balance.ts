import { and, eq, gt, ne, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '#db/client.ts';
import { grants, ledger } from '#db/schema/ledger.ts';
import { users } from '#db/schema/users.ts';
import type { BalanceOut } from '#shared/balance.ts';
import type { Actor, GiveBalanceInput } from '#shared/users.ts';
import { recordAction } from '../../base/audit/record-action.ts';
import type { MadeRequestId, WriteDeps } from '../../base/deps.ts';
import { DomainError } from '../../base/errors.ts';
import { assertAdmin } from '../../base/identity/assert-admin.ts';
import { assertReauthenticatedAbove } from '../../base/identity/assert-reauthenticated.ts';
import { remember } from '../../money/acknowledged.ts';
import { type Moved, moveMoney } from '../../money/move-money.ts';

/**
 * Adds balance to a user's wallet without a payment. A negative amount is taken back, but never below zero. A retry with the same
 * request id gets the first result. Without one, the same gift again within a minute is refused unless it is confirmed. Admins only.
 * @returns the balance afterwards, in nano-dollars
 * @throws DomainError `not_found`, `reauthentication_required` above the limit of the settings, by itself or together with what this
 * admin gave and took back within an hour, `insufficient_balance` (with the balance), `amount_too_large`,
 * `idempotency_conflict`, `repeated_gift`
 */
export async function giveBalance(
  { db, events }: WriteDeps,
  actor: Actor,
  { madeRequestId = uuidv7(), ...input }: GiveBalanceInput & MadeRequestId,
): Promise<BalanceOut> {
  assertAdmin(actor);
  const { id: userId, amountNanos } = input;
  // A gift without a key of the client gets one here, so that it can be found by it after a failover.
  const requestId = input.requestId ?? madeRequestId;
  const given = await db.transaction(async (tx) => {
    const [user] = await tx.select({ id: users.id, userName: users.userName }).from(users).where(eq(users.id, userId));
    if (!user) throw new DomainError('not_found');
    // Waits for a concurrent grant with this request id, and then finds it.
    const [grant] = await tx
      .insert(grants)
      .values({ userId, adminId: actor.id, amountNanos, reason: input.reason || null, requestId })
      .onConflictDoNothing({ target: [grants.requestId, grants.adminId] })
      .returning({ id: grants.id });
    if (!grant) return findGiven(tx, actor, input);
    await lockGiving(tx, actor);
    if (input.requestId === undefined && !input.confirm)
      await assertNotRepeated(tx, actor, { ...input, grantId: grant.id });
    if (!actor.isReauthenticated) {
      await assertReauthenticatedAbove(tx, actor, 'giveLimitNanos', await sumOfHour(tx, actor));
    }
    const moved = await moveMoney(tx, { userId, amountNanos, kind: 'grant', grantId: grant.id });
    const { balanceNanos } = moved;
    await recordAction(tx, actor, {
      action: 'user.giveBalance',
      subject: 'user',
      subjectId: userId,
      subjectName: user.userName,
      userId,
      before: { balanceNanos: balanceNanos - amountNanos },
      after: { balanceNanos, amountNanos },
      reason: input.reason,
    });
    return { ...moved, grantId: grant.id };
  });
  const { grantId, seq, balanceNanos } = given;
  remember(db, { kind: 'grant', userId, seq, amountNanos, balanceAfterNanos: balanceNanos, requestId, grantId });
  events.publish('balances', String(userId));
  return { balanceNanos };
}

/** Other movements of this admin wait until this one is committed, so that several at once can not pass the limit together. */
async function lockGiving(tx: Tx, { id }: Actor): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('giveBalance ' || ${id}::bigint, 0))`);
}

/** A gift of the same admin, user, amount and reason within the last minute, with any key, is probably the same one. */
async function assertNotRepeated(tx: Tx, actor: Actor, gift: GiveBalanceInput & { grantId: number }): Promise<void> {
  const [earlier] = await tx
    .select({ id: grants.id })
    .from(grants)
    .where(
      and(
        eq(grants.adminId, actor.id),
        gt(grants.createdAt, sql`now() - interval '60 seconds'`),
        ne(grants.id, gift.grantId),
        eq(grants.userId, gift.id),
        eq(grants.amountNanos, gift.amountNanos),
        eq(sql`coalesce(${grants.reason}, '')`, gift.reason ?? ''),
      ),
    )
    .limit(1);
  if (earlier) throw new DomainError('repeated_gift');
}

/** The sum that an admin gave and took back within an hour in nano-dollars, including this transaction's grant. */
async function sumOfHour(tx: Tx, { id }: Actor): Promise<bigint> {
  const [row] = await tx
    .select({ sum: sql<string>`coalesce(sum(abs(${grants.amountNanos})), 0)::text` })
    .from(grants)
    .where(and(eq(grants.adminId, id), gt(grants.createdAt, sql`now() - interval '1 hour'`)));
  return BigInt(row?.sum ?? 0);
}

async function findGiven(tx: Tx, actor: Actor, input: GiveBalanceInput): Promise<Moved & { grantId: number }> {
  const [given] = await tx
    .select({
      grantId: grants.id,
      seq: ledger.seq,
      userId: grants.userId,
      amountNanos: grants.amountNanos,
      reason: grants.reason,
      balanceNanos: ledger.balanceAfterNanos,
    })
    .from(grants)
    .innerJoin(ledger, eq(ledger.grantId, grants.id))
    .where(and(eq(grants.requestId, input.requestId ?? ''), eq(grants.adminId, actor.id)));
  const isSameRequest =
    given?.userId === input.id &&
    given.amountNanos === input.amountNanos &&
    (given.reason ?? '') === (input.reason ?? '');
  if (!isSameRequest) throw new DomainError('idempotency_conflict');
  return given;
}
