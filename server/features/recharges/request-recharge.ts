import { and, count, eq, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Tx } from '#db/client.ts';
import { recharges } from '#db/schema/recharges.ts';
import { paymentMethods } from '#db/schema/settings.ts';
import { readSettings } from '#db/settings.ts';
import type { RechargeOut, RequestRechargeInput } from '#shared/balance.ts';
import { formatTaka, takaFor } from '#shared/money.ts';
import { readReference } from '#shared/paste/reference.ts';
import { isPlaceholderRecipient } from '#shared/payment-methods.ts';
import { MAX_PENDING_RECHARGES } from '#shared/recharge-status.ts';
import type { Actor } from '#shared/users.ts';
import type { MadeRequestId, WriteDeps } from '../../base/deps.ts';
import { DomainError, fieldError } from '../../base/errors.ts';
import { countAttempt } from '../../base/limits/rate-limit.ts';
import { rechargeFacts, remember } from '../../money/acknowledged.ts';
import { lockWallet } from '../../money/wallets.ts';
import { accountInUse } from './account-in-use.ts';
import { markLookAlikes } from './mark-look-alikes.ts';
import { rechargeColumns } from './recharge-rows.ts';

const WINDOW_SECONDS = 600;

interface RechargeConfig {
  limits: { rechargeRequestsPer10Minutes: number };
  /** Whether to refuse methods whose recipient is still a placeholder. */
  production: boolean;
}

/**
 * Records a customer's statement that they paid, with today's rate. No money moves before an admin approves it. A retry with the same
 * request id gets the first result.
 * @param input `expectedPaidTaka` is the total that the customer saw; only the server computes it
 * @throws DomainError `bad_input` for a text without one transaction ID, `method_unavailable`, `rate_changed` (with today's total), `reference_used`, `too_many_pending`,
 * `idempotency_conflict`, `too_many_requests`, `blocked`
 */
export async function requestRecharge(
  { db, events }: WriteDeps,
  actor: Actor,
  { madeRequestId = uuidv7(), ...asked }: RequestRechargeInput & MadeRequestId,
  { limits, production }: RechargeConfig,
): Promise<RechargeOut> {
  const input = { ...asked, reference: referenceIn(asked) };
  // A retry of an accepted request does not count as an attempt.
  const earlier = await findRequested(db, actor, input);
  if (earlier) {
    acknowledge(db, actor, earlier, input.requestId);
    return earlier;
  }
  // The limit of pending requests is checked before the rate limit.
  await assertFewPending(db, actor);
  await countAttempt(db, `recharge:${actor.id}`, {
    limit: limits.rechargeRequestsPer10Minutes,
    windowSeconds: WINDOW_SECONDS,
  });
  const keyed = { ...input, requestId: input.requestId ?? madeRequestId };
  const requested = await db.transaction(async (tx) => {
    // One request of a customer at a time, so that each counts the ones before.
    const { ownerBlocked } = await lockWallet(tx, actor.id);
    if (ownerBlocked) throw new DomainError('blocked');
    return (await findRequested(tx, actor, input)) ?? (await insertRecharge(tx, actor, keyed, production));
  });
  acknowledge(db, actor, requested, keyed.requestId);
  events.publish('recharges', `${actor.id}:${requested.id}`);
  return requested;
}

/** The one transaction ID in what was pasted. @throws DomainError `bad_input` */
function referenceIn({ reference, method }: RequestRechargeInput): string {
  const read = readReference(reference, method);
  if ('problem' in read) throw fieldError('bad_input', 'reference', read.problem);
  return read.reference;
}

/** It moves no money yet, but the customer has paid. */
function acknowledge(db: Db, actor: Actor, requested: RechargeOut, requestId: string | undefined): void {
  remember(db, {
    ...rechargeFacts(requested),
    kind: 'recharge_request',
    userId: actor.id,
    seq: null,
    amountNanos: requested.amountNanos,
    balanceAfterNanos: null,
    requestId: requestId ?? null,
  });
}

/** The first result for a request id, whatever was decided since. */
async function findRequested(
  db: Db | Tx,
  actor: Actor,
  { method, amountNanos, reference, expectedPaidTaka, requestId }: RequestRechargeInput,
): Promise<RechargeOut | undefined> {
  if (requestId === undefined) return undefined;
  const [row] = await db
    .select(rechargeColumns)
    .from(recharges)
    .where(and(eq(recharges.requestId, requestId), eq(recharges.userId, actor.id)));
  if (!row) return undefined;
  const isSameRequest =
    row.method.toLowerCase() === method.toLowerCase() &&
    row.reference.toUpperCase() === reference.toUpperCase() &&
    row.amountNanos === amountNanos &&
    (expectedPaidTaka === undefined || expectedPaidTaka === row.paidTaka);
  if (!isSameRequest) throw new DomainError('idempotency_conflict');
  return { ...row, status: 'pending', reason: null, decidedAt: null, reversedAt: null, reversalReason: null };
}

async function insertRecharge(
  tx: Tx,
  actor: Actor,
  input: RequestRechargeInput,
  production: boolean,
): Promise<RechargeOut> {
  const { amountNanos, reference, expectedPaidTaka, requestId } = input;
  await assertFewPending(tx, actor);
  const method = await findMethod(tx, input.method);
  const accountNumber = await accountInUse(tx, method);
  if (accountNumber === undefined || (production && isPlaceholderRecipient(accountNumber))) {
    throw fieldError('method_unavailable', 'method');
  }
  const { ratePaisa } = await readSettings(tx);
  const paidTaka = takaFor(amountNanos, ratePaisa);
  if (expectedPaidTaka !== undefined && expectedPaidTaka !== paidTaka) {
    const message = `The total is now ${formatTaka(paidTaka)}. Please check it and submit again.`;
    throw new DomainError('rate_changed', { message, details: { paidTaka } });
  }
  const [row] = await tx
    .insert(recharges)
    .values({
      userId: actor.id,
      methodId: method.id,
      methodName: method.name,
      amountNanos,
      ratePaisa,
      paidTaka,
      reference,
      requestId,
      accountNumber,
    })
    // The request id is new, so only the reference can conflict, also with a concurrent request.
    .onConflictDoNothing()
    .returning(rechargeColumns);
  if (!row) throw fieldError('reference_used', 'reference');
  await markLookAlikes(tx, row);
  return row;
}

async function assertFewPending(db: Db | Tx, actor: Actor): Promise<void> {
  const [pending] = await db
    .select({ count: count() })
    .from(recharges)
    .where(and(eq(recharges.userId, actor.id), eq(recharges.status, 'pending')));
  if (pending && pending.count >= MAX_PENDING_RECHARGES) throw new DomainError('too_many_pending');
}

async function findMethod(tx: Tx, name: string): Promise<{ id: number; name: string; recipient: string }> {
  const [method] = await tx
    .select({ id: paymentMethods.id, name: paymentMethods.name, recipient: paymentMethods.recipient })
    .from(paymentMethods)
    .where(and(eq(sql`lower(${paymentMethods.name})`, sql`lower(${name})`), eq(paymentMethods.active, true)))
    // The method can't be deleted before this request exists.
    .for('key share');
  if (!method) throw fieldError('method_unavailable', 'method');
  return method;
}
