import { and, eq, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/client.ts';
import { recharges } from '#db/schema/recharges.ts';
import type { AdminRecharge, DecideRechargeInput } from '#shared/balance.ts';
import { type Nanos, nanos } from '#shared/money.ts';
import type { RechargeStatus } from '#shared/recharge-status.ts';
import type { Actor } from '#shared/users.ts';
import { type InBulk, recordAction } from '../../base/audit/record-action.ts';
import type { WriteDeps } from '../../base/deps.ts';
import { DomainError } from '../../base/errors.ts';
import { assertAdmin } from '../../base/identity/assert-admin.ts';
import { assertReauthenticatedAbove } from '../../base/identity/assert-reauthenticated.ts';
import { decidedByDetails, decidedByName } from '../../base/identity/decided-by.ts';
import { type AcknowledgedRecharge, rechargeFacts, remember } from '../../money/acknowledged.ts';
import { type Moved, moveMoney } from '../../money/move-money.ts';
import { lockWallet } from '../../money/wallets.ts';
import { selectAdminRecharges } from './recharge-rows.ts';
import { awakenThenOrder, endThenOrder } from './then-order.ts';

const statusAfter = { approve: 'approved', reject: 'rejected' } as const;

/**
 * Approves or rejects a recharge, once; approving credits the customer in the same transaction. The admin who decided may repeat the
 * decision. Admins only.
 * @throws DomainError `not_found`, `already_decided` (status, admin, time), `reauthentication_required` for approving more than the limit
 * of the settings, `amount_too_large`
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
export type DecidedRecharge = AdminRecharge & { movedNanos: Nanos; entry?: AcknowledgedRecharge };

/** As {@link decideRecharge}, within a transaction. After its commit call {@link acknowledgeDecidedRecharge}. */
export async function decideRechargeWithin(
  tx: Tx,
  actor: Actor,
  input: DecideRechargeInput & InBulk,
): Promise<DecidedRecharge> {
  assertAdmin(actor);
  const status = statusAfter[input.decision];
  const { expectedStatus } = input;
  const [asked] = await tx.select({ userId: recharges.userId }).from(recharges).where(eq(recharges.id, input.id));
  if (!asked) throw new DomainError('not_found');
  // Locks the wallet first, like `requestRecharge`, so that the two never deadlock.
  await lockWallet(tx, asked.userId);
  const [decided] = await tx
    .update(recharges)
    .set({ status, reason: input.reason || null, decidedBy: actor.id, decidedAt: sql`now()` })
    .where(
      and(
        eq(recharges.id, input.id),
        eq(recharges.status, 'pending'),
        expectedStatus && eq(recharges.status, expectedStatus),
      ),
    )
    .returning({ userId: recharges.userId, amountNanos: recharges.amountNanos });
  const [row] = await selectAdminRecharges(tx).where(eq(recharges.id, input.id));
  if (!row) throw new Error(`Recharge ${input.id} has disappeared`);
  if (!decided) {
    await assertDecidedSo(tx, actor, row, status);
    return { ...row, movedNanos: nanos(0), ...(row.status === 'approved' && { entry: approvalOf(row) }) };
  }
  const isApproved = status === 'approved';
  let entry: AcknowledgedRecharge | undefined;
  if (isApproved) {
    await assertReauthenticatedAbove(tx, actor, 'approveLimitNanos', decided.amountNanos);
    entry = approvalOf(row, await moveMoney(tx, { ...decided, kind: 'recharge', rechargeId: row.id }));
  }
  await (isApproved ? awakenThenOrder(tx, row.id) : endThenOrder(tx, row.id));
  await recordAction(tx, actor, {
    action: 'recharge.decide',
    subject: 'recharge',
    subjectId: row.id,
    subjectName: `${row.method} ${row.reference}`,
    userId: row.user.id,
    before: { status: 'pending' },
    after: { status, ...(isApproved && { amountNanos: row.amountNanos }) },
    reason: input.reason,
    bulkId: input.bulkId,
    jobBulkId: input.jobBulkId,
  });
  return { ...row, movedNanos: isApproved ? row.amountNanos : nanos(0), ...(entry && { entry }) };
}

function approvalOf(recharge: AdminRecharge, moved?: Moved): AcknowledgedRecharge {
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
  { id, user, status, entry }: DecidedRecharge,
): void {
  if (entry) remember(db, entry);
  events.publish('recharges', `${user.id}:${id}`);
  if (status === 'approved') events.publish('balances', String(user.id));
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
