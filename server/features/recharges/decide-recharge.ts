import { eq, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/client.ts';
import { evidence } from '#db/schema/evidence.ts';
import { recharges } from '#db/schema/recharges.ts';
import { paymentMethods } from '#db/schema/settings.ts';
import type { AdminRecharge, DecideRechargeInput } from '#shared/balance.ts';
import { MAX_MOVE_NANOS, type Nanos, nanos, nanosForPoisha } from '#shared/money.ts';
import type { RechargeStatus } from '#shared/recharge-status.ts';
import type { Actor } from '#shared/users.ts';
import { type InBulk, recordAction } from '../../base/audit/record-action.ts';
import type { WriteDeps } from '../../base/deps.ts';
import { DomainError, fieldError } from '../../base/errors.ts';
import { assertAdmin } from '../../base/identity/assert-admin.ts';
import { assertReauthenticatedAbove } from '../../base/identity/assert-reauthenticated.ts';
import { decidedByDetails, decidedByName } from '../../base/identity/decided-by.ts';
import { type AcknowledgedRecharge, rechargeFacts, remember } from '../../money/acknowledged.ts';
import { approveRecharge } from '../../money/approve-recharge.ts';
import { lockReference } from '../../money/lock-reference.ts';
import { messagesOf } from '../../money/messages-of.ts';
import type { Moved } from '../../money/move-money.ts';
import { lockWallet } from '../../money/wallets.ts';
import { selectAdminRecharges } from './recharge-rows.ts';
import { awakenThenOrder, endThenOrder } from './then-order.ts';

const statusAfter = { approve: 'approved', reject: 'rejected' } as const;

/**
 * Approves or rejects a recharge, once; approving credits the customer in the same transaction, and marks the message with its transaction
 * ID used. The admin who decided may repeat the decision. Admins only.
 * @param input `creditPaid` credits what that message says was paid: its taka by the request's rate, rounded down to the cent
 * @throws DomainError `not_found`, `already_decided` (status, admin, time), `reauthentication_required` for approving more than the limit
 * of the settings, `amount_too_large`, `reference_used` where the message credited another recharge, `no_message`
 */
export async function decideRecharge(
  { db, events }: WriteDeps,
  actor: Actor,
  input: DecideRechargeInput,
): Promise<AdminRecharge> {
  const recharge = await db.transaction((tx) => decideRechargeWithin(tx, actor, input));
  acknowledgeDecidedRecharge({ db, events }, recharge);
  return recharge;
}

/** `movedNanos` is the amount that the decision added to the customer's wallet, in nano-dollars. `entry` is its entry in the ledger. */
export type DecidedRecharge = AdminRecharge & {
  movedNanos: Nanos;
  entry?: AcknowledgedRecharge;
  /** Whether a message has its transaction id, which the background worker looks at again. */
  hasMessage?: boolean;
};

/** As {@link decideRecharge}, within a transaction. After its commit call {@link acknowledgeDecidedRecharge}. */
export async function decideRechargeWithin(
  tx: Tx,
  actor: Actor,
  input: DecideRechargeInput & InBulk,
): Promise<DecidedRecharge> {
  assertAdmin(actor);
  const status = statusAfter[input.decision];
  const [asked] = await tx
    .select({ userId: recharges.userId, reference: recharges.reference })
    .from(recharges)
    .where(eq(recharges.id, input.id));
  if (!asked) throw new DomainError('not_found');
  // The same order as in `requestRecharge`, and the wallet before its recharges, so that nothing deadlocks.
  await lockReference(tx, asked.reference);
  await lockWallet(tx, asked.userId);
  const before = await readRow(tx, input.id);
  if (before.status !== 'pending' || (input.expectedStatus ?? 'pending') !== 'pending') {
    await assertDecidedSo(tx, actor, before, status);
    return { ...before, movedNanos: nanos(0), ...(before.status === 'approved' && { entry: approvalOf(before) }) };
  }
  // Its customer has corrected the transaction ID in this moment.
  if (before.reference !== asked.reference) return decideRechargeWithin(tx, actor, input);
  await keepVerdict(tx, input.id);
  const moved = await (status === 'approved' ? approve(tx, actor, input, before) : reject(tx, actor, input));
  await (moved ? awakenThenOrder(tx, input.id) : endThenOrder(tx, input.id));
  const row = await readRow(tx, input.id);
  await recordAction(tx, actor, {
    action: 'recharge.decide',
    subject: 'recharge',
    subjectId: row.id,
    subjectName: `${row.method} ${row.reference}`,
    userId: row.user.id,
    before: { status: 'pending' },
    after: { status, ...(moved && { amountNanos: row.amountNanos }) },
    reason: input.reason,
    bulkId: input.bulkId,
    jobBulkId: input.jobBulkId,
  });
  return {
    ...row,
    movedNanos: moved ? row.amountNanos : nanos(0),
    hasMessage: before.match !== null,
    ...(moved && { entry: approvalOf(row, moved) }),
  };
}

async function readRow(tx: Tx, id: number): Promise<AdminRecharge> {
  const [row] = await selectAdminRecharges(tx).where(eq(recharges.id, id));
  if (!row) throw new Error(`Recharge ${id} has disappeared`);
  return row;
}

/** Of a method with a phone, what the panel would have done stands beside the decision. */
async function keepVerdict(tx: Tx, id: number): Promise<void> {
  await tx.execute(sql`
    update recharges r set verdict = 'hold' where id = ${id} and verdict is null
      and exists (select from payment_devices where r.method_id = any(method_ids) and revoked_at is null)`);
}

/** @throws DomainError `reference_used`, `no_message`, `amount_too_large`, `reauthentication_required` */
async function approve(tx: Tx, actor: Actor, input: DecideRechargeInput, before: AdminRecharge): Promise<Moved> {
  const { id, reason, creditPaid = false } = input;
  const [method] = await tx
    .select({ id: paymentMethods.id, name: paymentMethods.name, kind: paymentMethods.kind, shownId: recharges.matchId })
    .from(paymentMethods)
    .innerJoin(recharges, eq(recharges.methodId, paymentMethods.id))
    .where(eq(recharges.id, id));
  if (!method) throw new Error(`The payment method of recharge ${id} has disappeared`);
  const [message] = await messagesOf(tx, { reference: before.reference, method, shownId: method.shownId });
  if (message?.state === 'used') {
    const by = message.rechargeId === null ? 'another recharge' : `recharge #${message.rechargeId}`;
    throw new DomainError('reference_used', { message: `This transaction ID has been used for ${by}.` });
  }
  if (creditPaid && !message?.amountPoisha) throw new DomainError('no_message');
  const paid = creditPaid && message?.amountPoisha ? paidInstead(before, message.amountPoisha) : null;
  await assertReauthenticatedAbove(tx, actor, 'approveLimitNanos', paid?.creditedNanos ?? before.amountNanos);
  const approval = { rechargeId: id, adminId: actor.id, reason: reason || null, evidenceId: message?.id ?? null, paid };
  const moved = await approveRecharge(tx, approval);
  if (!moved) throw new DomainError('amount_too_large');
  return moved;
}

/** What was paid, where that is not what was asked for. @throws DomainError `amount_too_large`, `bad_input` */
function paidInstead({ paidTaka, ratePaisa }: AdminRecharge, receivedPoisha: number) {
  if (receivedPoisha === paidTaka * 100) return null;
  const creditedNanos = nanosForPoisha(receivedPoisha, ratePaisa);
  if (creditedNanos === undefined || creditedNanos > MAX_MOVE_NANOS) throw new DomainError('amount_too_large');
  if (creditedNanos === 0) throw fieldError('bad_input', 'creditPaid', 'What was paid is less than a cent');
  return { creditedNanos, receivedPoisha };
}

async function reject(tx: Tx, actor: Actor, { id, reason, creditPaid }: DecideRechargeInput): Promise<undefined> {
  if (creditPaid) throw fieldError('bad_input', 'creditPaid', 'A rejection credits nothing');
  const [rejected] = await tx
    .update(recharges)
    .set({ status: 'rejected', reason: reason || null, decidedBy: actor.id, decidedAt: sql`now()` })
    .where(eq(recharges.id, id))
    .returning({ matchId: recharges.matchId });
  // The message of a rejected request is unclaimed again.
  if (rejected?.matchId) await tx.update(evidence).set({ dueAt: sql`now()` }).where(eq(evidence.id, rejected.matchId));
}

/** The entry of an approval. */
export function approvalOf(recharge: AdminRecharge, moved?: Moved): AcknowledgedRecharge {
  return {
    ...rechargeFacts(recharge),
    kind: 'recharge',
    userId: recharge.user.id,
    seq: moved?.seq ?? null,
    amountNanos: recharge.amountNanos,
    balanceAfterNanos: moved?.balanceNanos ?? null,
    requestId: null,
  };
}

/** Remembers the entry, and notifies the customer's and all admins' open pages. */
export function acknowledgeDecidedRecharge(
  { db, events }: { db: Db; events: Pick<WriteDeps['events'], 'publish'> },
  { id, user, status, entry, hasMessage }: DecidedRecharge,
): void {
  if (entry) remember(db, entry);
  events.publish('recharges', `${user.id}:${id}`);
  if (status === 'approved') events.publish('balances', String(user.id));
  if (hasMessage) events.publish('evidence');
}

type Decided = Pick<AdminRecharge, 'id' | 'status' | 'decidedBy' | 'decider' | 'decidedAt'>;

async function assertDecidedSo(tx: Tx, actor: Actor, { id, ...row }: Decided, status: RechargeStatus): Promise<void> {
  const [decider] = await tx.select({ id: recharges.decidedBy }).from(recharges).where(eq(recharges.id, id));
  if (row.status === status && decider?.id === actor.id) return;
  throw alreadyDecided(row);
}

/** The error that names a recharge's current status and who decided it. */
export function alreadyDecided({ status, decidedBy: byName, decider, decidedAt }: Omit<Decided, 'id'>): DomainError {
  const made = { byName, decider };
  const name = decidedByName(made);
  if (!name) return new DomainError('already_decided', { message: `This recharge is ${status}.`, details: { status } });
  return new DomainError('already_decided', {
    message: `This recharge has already been ${status} by ${name}.`,
    details: { status, ...decidedByDetails(made), decidedAt: decidedAt?.toISOString() },
  });
}
