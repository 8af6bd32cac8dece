import { and, count, eq, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Tx } from '#db/client.ts';
import { rechargeCorrections, recharges, thenOrders } from '#db/schema/recharges.ts';
import { readSettings } from '#db/settings.ts';
import type { RechargeOut, RequestRechargeInput } from '#shared/balance.ts';
import { formatTaka, takaFor } from '#shared/money.ts';
import { readReference } from '#shared/paste/reference.ts';
import { MAX_PENDING_RECHARGES } from '#shared/recharge-status.ts';
import type { Actor } from '#shared/users.ts';
import type { MadeRequestId, WriteDeps } from '../../base/deps.ts';
import { DomainError, fieldError } from '../../base/errors.ts';
import { countAttempt } from '../../base/limits/rate-limit.ts';
import { rechargeFacts, remember } from '../../money/acknowledged.ts';
import { lockReference } from '../../money/lock-reference.ts';
import { lockWallet } from '../../money/wallets.ts';
import { awakenEvidence } from './awaken-evidence.ts';
import { endBegunRecharge } from './begin-recharge.ts';
import { findMethod } from './find-method.ts';
import { markLookAlikes } from './mark-look-alikes.ts';
import { rechargeColumns } from './recharge-rows.ts';
import { insertThenOrder, isSameThenOrder } from './then-order.ts';

const WINDOW_SECONDS = 600;

interface RechargeConfig {
  limits: { rechargeRequestsPer10Minutes: number };
  /** Whether to refuse methods whose recipient is still a placeholder. */
  production: boolean;
}

/**
 * Records a customer's statement that they paid, with today's rate, and the order to place once it is credited. No money moves before it is
 * approved. A retry with the same request id gets the first result.
 * @param input `expectedPaidTaka` is the total that the customer saw; only the server computes it
 * @throws DomainError `bad_input` for a text without one transaction ID, `method_unavailable`, `rate_changed` (with today's total), `reference_used`, `too_many_pending`,
 * `idempotency_conflict`, `too_many_requests`, `blocked`; for `thenOrder` as `insertThenOrder`
 */
export async function requestRecharge(
  { db, events }: WriteDeps,
  actor: Actor,
  { madeRequestId = uuidv7(), ...asked }: RequestRechargeInput & MadeRequestId,
  { limits, production }: RechargeConfig,
): Promise<RechargeOut> {
  const input = { ...asked, reference: readReferenceOf(asked) };
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
    await lockReference(tx, input.reference);
    // One request of a customer at a time, so that each counts the ones before.
    const { ownerBlocked } = await lockWallet(tx, actor.id);
    if (ownerBlocked) throw new DomainError('blocked');
    return (await findRequested(tx, actor, input)) ?? (await insertRecharge(tx, actor, keyed, production));
  });
  acknowledge(db, actor, requested, keyed.requestId);
  events.publish('recharges', `${actor.id}:${requested.id}`);
  events.publish('evidence');
  return requested;
}

/** The one transaction ID in what was pasted. @throws DomainError `bad_input` */
export function readReferenceOf({ reference, method }: Pick<RequestRechargeInput, 'reference' | 'method'>): string {
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

const askedColumns = {
  amountNanos: recharges.amountNanos,
  paidTaka: recharges.paidTaka,
  reference: sql<string>`coalesce((select c.reference from ${rechargeCorrections} c where c.recharge_id = ${recharges.id} order by c.number limit 1), ${recharges.reference})`,
};

/** The first result for a request id, whatever was decided since. */
async function findRequested(
  db: Db | Tx,
  actor: Actor,
  { method, amountNanos, reference, expectedPaidTaka, thenOrder, requestId }: RequestRechargeInput,
): Promise<RechargeOut | undefined> {
  if (requestId === undefined) return undefined;
  const [found] = await db
    .select({ row: rechargeColumns, storedOrder: thenOrders.input, asked: askedColumns })
    .from(recharges)
    .leftJoin(thenOrders, eq(thenOrders.rechargeId, recharges.id))
    .where(and(eq(recharges.requestId, requestId), eq(recharges.userId, actor.id)));
  if (!found) return undefined;
  const { storedOrder, asked } = found;
  // As it was asked for: an admin may have credited another amount, and its customer may have corrected the id.
  const row = { ...found.row, ...asked };
  const isSameRequest =
    row.method.toLowerCase() === method.toLowerCase() &&
    row.reference.toUpperCase() === reference.toUpperCase() &&
    row.amountNanos === amountNanos &&
    isSameThenOrder(storedOrder, thenOrder) &&
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
  const method = await findMethod(tx, input.method, { production });
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
      accountNumber: await endBegunRecharge(tx, actor, method),
    })
    // The request id is new, so only the reference can conflict, also with a concurrent request.
    .onConflictDoNothing()
    .returning(rechargeColumns);
  if (!row) throw fieldError('reference_used', 'reference');
  if (input.thenOrder) await insertThenOrder(tx, actor, row.id, input.thenOrder);
  await markLookAlikes(tx, row);
  await awakenEvidence(tx, reference);
  return row;
}

async function assertFewPending(db: Db | Tx, actor: Actor): Promise<void> {
  const [pending] = await db
    .select({ count: count() })
    .from(recharges)
    .where(and(eq(recharges.userId, actor.id), eq(recharges.status, 'pending')));
  if (pending && pending.count >= MAX_PENDING_RECHARGES) throw new DomainError('too_many_pending');
}
