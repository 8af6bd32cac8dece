import { and, desc, eq, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/client.ts';
import { isUniqueViolation } from '#db/errors.ts';
import { orderRequests } from '#db/schema/order-parts.ts';
import { orderEvents, orders } from '#db/schema/orders.ts';
import { users } from '#db/schema/users.ts';
import type { KindOf } from '#shared/entry-kinds.ts';
import { type Nanos, nanos, negate, refundFor } from '#shared/money.ts';
import { isFinal, isOpen, legalDecisions, type OrderStatus, statusAfter } from '#shared/order-status.ts';
import type { AdminOrder, DecideOrderInput } from '#shared/orders.ts';
import { type InBulk, recordAction } from '../../base/audit/record-action.ts';
import type { WriteDeps } from '../../base/deps.ts';
import { DomainError, fieldError } from '../../base/errors.ts';
import {
  assertMayDecide,
  type DecidedBy,
  type DecidedByColumns,
  decidedByColumns,
  decidedByDetails,
  decidedByName,
  isBySame,
  isPerson,
} from '../../base/identity/decided-by.ts';
import { type AcknowledgedOrder, orderFacts, remember } from '../../money/acknowledged.ts';
import { type Moved, moveMoney } from '../../money/move-money.ts';
import { withdrawForward } from '../../suppliers/purchases/forward-changes.ts';
import { adminOrderColumns } from './order-rows.ts';
import { closeRequests } from './requests/close-requests.ts';
import { followStatus, remainsAfter } from './set-progress.ts';

/** `expectedStatus` may be a list: older clients have one word for `pending` and `processing`. */
export type OrderDecision = Omit<DecideOrderInput, 'expectedStatus'> & {
  expectedStatus?: OrderStatus | readonly OrderStatus[] | undefined;
};

/**
 * `movedNanos` is the amount that the decision added to the customer's wallet in nano-dollars, negative for a charge. `entry` is its
 * entry in the ledger.
 */
export type DecidedOrder = AdminOrder & {
  movedNanos: Nanos;
  entry?: AcknowledgedOrder;
  /** Its purchase at a supplier, if it was withdrawn. */
  withdrawnForwardId?: number | undefined;
  /** A request that ended with the order. */
  closedRequestId?: number | undefined;
};

/**
 * Changes an order's status and moves its money in one transaction: rejecting refunds the charge, completing a rejected order charges
 * it again, partial refunds the undelivered units. A finished order ends its open cancel or speed-up. Repeating one's own decision
 * succeeds, and so does repeating another admin's if no status was expected. A known request id gets its first result. After an accepted
 * cancel only a decision that expects its status is made.
 * @param by an admin, or `{ decider: 'supplier' }` for a supplier's status. Only an admin completes a rejected order, which charges the
 * customer again.
 * @throws DomainError `not_found`, `already_decided` (status, admin, time) if the status is not the expected one, `order_final`,
 * `order_transition`, `remaining_out_of_range`, `supplier_may_deliver`, `at_supplier`, `idempotency_conflict`, and `insufficient_balance` or `blocked` if the order can't be
 * charged again
 */
export async function decideOrder(
  { db, events }: WriteDeps,
  by: DecidedBy,
  input: OrderDecision,
): Promise<DecidedOrder> {
  const decided = await db
    .transaction((tx) => decideOrderWithin(tx, by, input))
    .catch((error: unknown) => {
      // The key is being used for another order at the same time.
      throw isUniqueViolation(error, 'order_events_request_key') ? new DomainError('idempotency_conflict') : error;
    });
  acknowledgeDecidedOrder({ db, events }, decided);
  return decided;
}

/**
 * As {@link decideOrder}, within a transaction. After its commit call {@link acknowledgeDecidedOrder}.
 * @param options.isRecorded false if the caller's own audit entry includes the decision
 */
export async function decideOrderWithin(
  tx: Tx,
  by: DecidedBy,
  input: OrderDecision & InBulk,
  { isRecorded = true } = {},
): Promise<DecidedOrder> {
  assertMayDecide(by);
  const { decision, reason, requestId } = input;
  const expected = input.expectedStatus === undefined ? undefined : [input.expectedStatus].flat();
  const status = statusAfter[decision];
  const remaining = decision === 'partial' ? (input.remaining ?? null) : null;
  const order = await lockOrder(tx, input.id);
  const wanted: Change = { order, status, remaining, by, reason, requestId };
  const earlier = await findDecision(tx, wanted);
  if (earlier) return earlier;
  const isAsExpected = expected?.includes(order.status) && order.status !== status;
  const change = expected && !isAsExpected ? await lastChange(tx, order.id) : undefined;
  const isOwn = !expected || isBySame(by, change);
  if (isOwn && order.status === status && order.remaining === remaining) {
    return decidedSo(wanted, { kind: 'order_refund', amountNanos: nanos(0) });
  }
  if (expected && !expected.includes(order.status)) throw alreadyDecided(order.status, change);
  if (!expected && isPerson(by) && order.status === 'rejected' && (await wasCancelled(tx, order.id))) {
    throw alreadyDecided(order.status, await lastChange(tx, order.id));
  }
  if (isFinal(order.status)) throw new DomainError('order_final');
  // A supplier's late status never charges a customer again.
  if (order.status === 'rejected' && !isPerson(by)) throw new DomainError('order_final');
  if (!legalDecisions[order.status].includes(decision)) throw new DomainError('order_transition');
  if (remaining !== null && (remaining < 1 || remaining >= order.quantity)) {
    throw fieldError('remaining_out_of_range', 'remaining');
  }
  const withdrawnForwardId = isPerson(by)
    ? await withdrawForward(tx, { ...input, orderId: order.id, actorId: by.id, isOpen: isOpen(order.status) })
    : undefined;
  await tx.update(orders).set({ status, remaining }).where(eq(orders.id, order.id));
  await recordChange(tx, wanted);
  const closedRequestId = await closeRequests(tx, { orderId: order.id, status, reason });
  await followStatus(tx, { id: order.id, status, remaining });
  const movement = movementOf(wanted, order.status);
  const isPaid = movement.amountNanos !== 0;
  const moved = isPaid ? await moveMoney(tx, { ...movement, userId: order.user.id, orderId: order.id }) : undefined;
  const result = { ...decidedSo(wanted, movement, moved), closedRequestId, withdrawnForwardId };
  // The audit lists what people do; the order's history names the supplier.
  if (!isRecorded || !isPerson(by)) return result;
  await recordAction(tx, by, {
    action: 'order.decide',
    subject: 'order',
    subjectId: order.id,
    subjectName: order.serviceName,
    userId: order.user.id,
    before: { status: order.status, remaining: order.remaining },
    after: { status, remaining, ...(isPaid && { amountNanos: movement.amountNanos }) },
    reason,
    bulkId: input.bulkId,
    jobBulkId: input.jobBulkId,
  });
  return result;
}

/** Remembers the entry, and notifies the customer's and all admins' open pages. */
export function acknowledgeDecidedOrder(
  { db, events }: { db: Db; events: Pick<WriteDeps['events'], 'publish'> },
  { id, user, entry, closedRequestId, withdrawnForwardId }: DecidedOrder,
): void {
  if (entry) remember(db, entry);
  if (closedRequestId !== undefined) events.publish('requests', `${user.id}:${closedRequestId}`);
  if (withdrawnForwardId !== undefined) events.publish('forwards', String(withdrawnForwardId));
  events.publish('orders', `${user.id}:${id}`);
  events.publish('balances', String(user.id));
}

/** An order with the idempotency key that it was placed by. */
type LockedOrder = AdminOrder & { requestId: string | null };

async function lockOrder(tx: Tx, id: number): Promise<LockedOrder> {
  const [row] = await tx
    .select({ ...adminOrderColumns, requestId: orders.requestId })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .where(eq(orders.id, id))
    .for('no key update', { of: orders })
    .prepare('lock_order')
    .execute();
  if (!row) throw new DomainError('not_found');
  return row;
}

interface MadeChange extends DecidedByColumns {
  byName: string | null;
  at: Date;
}

/** The last status change of an order; undefined if there is none. */
async function lastChange(tx: Tx, orderId: number): Promise<MadeChange | undefined> {
  const [change] = await tx
    .select({
      actorId: orderEvents.actorId,
      decider: orderEvents.decider,
      byName: users.userName,
      at: orderEvents.at,
    })
    .from(orderEvents)
    .leftJoin(users, eq(users.id, orderEvents.actorId))
    .where(eq(orderEvents.orderId, orderId))
    .orderBy(desc(orderEvents.seq))
    .limit(1);
  return change;
}

/** Whether a cancel of the order was accepted. */
async function wasCancelled(tx: Tx, orderId: number): Promise<boolean> {
  const { orderId: of, kind, status } = orderRequests;
  return (await tx.$count(orderRequests, and(eq(of, orderId), eq(kind, 'cancel'), eq(status, 'accepted')))) > 0;
}

const doneWords: Record<OrderStatus, string> = {
  pending: 'placed',
  processing: 'marked processing',
  completed: 'approved',
  partial: 'delivered in part',
  rejected: 'rejected',
};

function alreadyDecided(status: OrderStatus, change: MadeChange | undefined): DomainError {
  if (!change) return new DomainError('already_decided', { message: `This order is ${status}.`, details: { status } });
  return new DomainError('already_decided', {
    message: `This order has already been ${doneWords[status]} by ${decidedByName(change)}.`,
    details: { status, ...decidedByDetails(change), decidedAt: change.at.toISOString() },
  });
}

interface Change {
  order: LockedOrder;
  status: OrderStatus;
  remaining: number | null;
  by: DecidedBy;
  reason: string | undefined;
  requestId: string | undefined;
}

/**
 * The first result for the request id, whatever happened to the order since; undefined if this admin has not used the id.
 * @throws DomainError `idempotency_conflict` if it was used for another decision
 */
async function findDecision(tx: Tx, change: Change): Promise<DecidedOrder | undefined> {
  const { order, status, remaining, by, reason, requestId } = change;
  if (requestId === undefined || !isPerson(by)) return undefined;
  const [event] = await tx
    .select({ orderId: orderEvents.orderId, from: orderEvents.from, to: orderEvents.to, reason: orderEvents.reason })
    .from(orderEvents)
    .where(and(eq(orderEvents.requestId, requestId), eq(orderEvents.actorId, by.id)));
  if (!event) return undefined;
  const isSameRequest =
    event.orderId === order.id &&
    event.to === status &&
    event.reason === (reason || null) &&
    (status !== 'partial' || order.remaining === remaining);
  if (!isSameRequest) throw new DomainError('idempotency_conflict');
  return decidedSo(change, movementOf(change, event.from));
}

function decidedSo({ order: locked, status, remaining }: Change, { kind, amountNanos }: OrderMovement, moved?: Moved) {
  const { requestId, ...order } = locked;
  const remains = remainsAfter({ status, remaining }, order.remains);
  const decided: DecidedOrder = { ...order, status, remaining, remains, movedNanos: amountNanos };
  if (amountNanos === 0) return decided;
  const { seq = null, balanceNanos: balanceAfterNanos = null } = moved ?? {};
  const entry = { ...orderFacts(order), kind, userId: order.user.id, seq, amountNanos, balanceAfterNanos, requestId };
  return { ...decided, entry };
}

async function recordChange(tx: Tx, { order, status, by, reason, requestId }: Change): Promise<void> {
  await tx.insert(orderEvents).values({
    orderId: order.id,
    seq: sql`(select coalesce(max(seq), 0) + 1 from order_events where order_id = ${order.id})`,
    from: order.status,
    to: status,
    ...decidedByColumns(by),
    reason: reason || null,
    requestId: requestId ?? null,
  });
}

type OrderMovement = { kind: KindOf<'order'>; amountNanos: Nanos };

/** The amount that a legal status change adds to the wallet. Free orders and plain progress move nothing. */
function movementOf({ order, status, remaining }: Change, from: OrderStatus): OrderMovement {
  if (status === 'rejected') return { kind: 'order_refund', amountNanos: order.chargeNanos };
  if (status === 'partial') {
    return { kind: 'order_partial_refund', amountNanos: refundFor(remaining ?? 0, order) };
  }
  const chargedAgain = status === 'completed' && from === 'rejected' ? order.chargeNanos : nanos(0);
  return { kind: 'order_recharge', amountNanos: negate(chargedAgain) };
}
