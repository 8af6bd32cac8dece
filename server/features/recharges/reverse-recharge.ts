import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { isUniqueViolation } from '#db/errors.ts';
import { creditedNanos, recharges } from '#db/schema/recharges.ts';
import type { AdminRecharge, ReverseRechargeInput } from '#shared/balance.ts';
import { type Nanos, nanos, negate, subtract } from '#shared/money.ts';
import type { Actor } from '#shared/users.ts';
import { recordAction } from '../../base/audit/record-action.ts';
import type { WriteDeps } from '../../base/deps.ts';
import { DomainError } from '../../base/errors.ts';
import { assertAdmin } from '../../base/identity/assert-admin.ts';
import { assertReauthenticated } from '../../base/identity/assert-reauthenticated.ts';
import { writeMailToAdmins } from '../../base/mail/write-mail.ts';
import { rechargeFacts, remember } from '../../money/acknowledged.ts';
import { type Moved, moveMoney } from '../../money/move-money.ts';
import { lockWallet } from '../../money/wallets.ts';
import { alreadyDecided } from './decide-recharge.ts';
import { selectAdminRecharges } from './recharge-rows.ts';
import { endThenOrder } from './then-order.ts';

/**
 * Reverses a recharge that was approved by mistake, once, with its own kind of ledger entry. It stays approved and its transaction ID
 * stays used. A method whose message had credited it by itself stops doing so. A retry with the same request id gets the first result. Admins only.
 * @throws DomainError `not_found`, `already_decided` (status, admin, time), `idempotency_conflict`, `reauthentication_required`,
 * `insufficient_balance` (with the balance) if the customer has spent some of it and `takeAvailable` is not set
 */
export async function reverseRecharge(
  { db, events }: WriteDeps,
  actor: Actor,
  input: ReverseRechargeInput,
): Promise<AdminRecharge> {
  assertAdmin(actor);
  const { recharge, moved } = await db
    .transaction((tx) => reverse(tx, actor, input))
    .catch((error: unknown) => {
      // The same id was sent for another recharge at the same time.
      throw isUniqueViolation(error, 'recharges_reversal_request_key')
        ? new DomainError('idempotency_conflict')
        : error;
    });
  const userId = recharge.user.id;
  if (recharge.reversedNanos) {
    remember(db, {
      ...rechargeFacts(recharge),
      kind: 'recharge_reversal',
      userId,
      seq: moved?.seq ?? null,
      amountNanos: negate(recharge.reversedNanos),
      balanceAfterNanos: moved?.balanceNanos ?? null,
      requestId: null,
    });
  }
  events.publish('recharges', `${userId}:${recharge.id}`);
  events.publish('balances', String(userId));
  return recharge;
}

interface Reversal {
  recharge: AdminRecharge;
  moved?: Moved | undefined;
}

async function reverse(tx: Tx, actor: Actor, input: ReverseRechargeInput): Promise<Reversal> {
  const { id, reason, takeAvailable = false, requestId } = input;
  const { userId, status } = recharges;
  const [asked] = await tx.select({ userId, status }).from(recharges).where(eq(recharges.id, id));
  if (!asked) throw new DomainError('not_found');
  if (asked.status === 'approved') await endThenOrder(tx, id);
  // Locks the wallet before the recharge, like every decision; nothing can be spent meanwhile.
  const { balanceNanos } = await lockWallet(tx, asked.userId);
  const row = await readRecharge(tx, id);
  if (requestId !== undefined && (await wasReversedBy(tx, actor, input))) return { recharge: row };
  if (row.status !== 'approved') throw alreadyDecided(row);
  if (row.reversedAt) throw alreadyReversed(row);
  assertReauthenticated(actor);
  const takenNanos = leastOf(balanceNanos, row.amountNanos);
  if (takenNanos < row.amountNanos && !takeAvailable) {
    throw new DomainError('insufficient_balance', {
      message: 'The customer has spent some of it.',
      details: { balanceNanos },
    });
  }
  await tx
    .update(recharges)
    .set({
      reversedAt: sql`now()`,
      reversedBy: actor.id,
      reversedNanos: takenNanos,
      reversalReason: reason,
      reversalRequestId: requestId,
    })
    .where(eq(recharges.id, id));
  if (row.decider === 'evidence') await stopCrediting(tx, actor, row);
  let moved: Moved | undefined;
  if (takenNanos > 0) {
    const movement = { kind: 'recharge_reversal', rechargeId: id, amountNanos: negate(takenNanos) } as const;
    moved = await moveMoney(tx, { ...movement, userId: asked.userId });
  }
  await recordAction(tx, actor, {
    action: 'recharge.reverse',
    subject: 'recharge',
    subjectId: id,
    subjectName: `${row.method} ${row.reference}`,
    userId: asked.userId,
    before: { balanceNanos },
    after: {
      balanceNanos: subtract(balanceNanos, takenNanos),
      reversedNanos: takenNanos,
      unrecoveredNanos: subtract(row.amountNanos, takenNanos),
    },
    reason,
  });
  return { recharge: await readRecharge(tx, id), moved };
}

/** Its method credits by itself no more: a message has credited what it should not have. Every admin gets a mail. */
async function stopCrediting(tx: Tx, actor: Actor, { id, method }: AdminRecharge): Promise<void> {
  const [stopped] = await tx.execute<{ id: number }>(sql`
    delete from automatic_methods using recharges r where r.id = ${id} and r.method_id = automatic_methods.method_id
    returning automatic_methods.method_id as id`);
  if (!stopped) return;
  await recordAction(tx, actor, {
    action: 'paymentMethod.setAutomatic',
    subject: 'paymentMethod',
    subjectId: stopped.id,
    subjectName: method,
    before: { automatic: true },
    after: { automatic: false },
  });
  await writeMailToAdmins(tx, {
    subject: `Crediting by messages was turned off (payment method ${stopped.id})`,
    body: `Hello,

recharge ${id}, which a message had credited, was reversed by admin ${actor.id}. Until you turn it on again under Messages, Crediting, people decide
the recharges of payment method ${stopped.id}.
`,
  });
}

async function readRecharge(tx: Tx, id: number): Promise<AdminRecharge> {
  const [row] = await selectAdminRecharges(tx).where(eq(recharges.id, id));
  if (!row) throw new Error(`Recharge ${id} has disappeared`);
  return row;
}

/**
 * Whether this admin reversed it with this request id.
 * @throws DomainError `idempotency_conflict` if they used the id for something else
 */
async function wasReversedBy(
  tx: Tx,
  actor: Actor,
  { id, reason, takeAvailable = false, requestId = '' }: ReverseRechargeInput,
): Promise<boolean> {
  const [first] = await tx
    .select({
      id: recharges.id,
      reason: recharges.reversalReason,
      amountNanos: creditedNanos,
      reversedNanos: recharges.reversedNanos,
    })
    .from(recharges)
    .where(and(eq(recharges.reversalRequestId, requestId), eq(recharges.reversedBy, actor.id)));
  if (!first) return false;
  const wasWhole = first.reversedNanos === first.amountNanos;
  if (first.id !== id || first.reason !== reason || !(wasWhole || takeAvailable)) {
    throw new DomainError('idempotency_conflict');
  }
  return true;
}

function alreadyReversed({ reversedBy, reversedAt }: AdminRecharge): DomainError {
  return new DomainError('already_decided', {
    message: `This recharge has already been reversed by ${reversedBy}.`,
    details: { status: 'reversed', decidedBy: reversedBy ?? undefined, decidedAt: reversedAt?.toISOString() },
  });
}

function leastOf(a: Nanos, b: Nanos): Nanos {
  return nanos(Math.min(a, b));
}
