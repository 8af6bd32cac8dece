import { desc, eq, sql } from 'drizzle-orm';
import type { Tx } from '../../../db/client.ts';
import { orderEvents, orders } from '../../../db/schema/orders.ts';
import { users } from '../../../db/schema/users.ts';
import { type Nanos, nanos, negate, refundFor } from '../../../shared/money.ts';
import { isFinal, legalDecisions, type OrderStatus, statusAfter } from '../../../shared/order-status.ts';
import type { AdminOrder, DecideOrderInput } from '../../../shared/orders.ts';
import type { Actor } from '../../../shared/users.ts';
import { recordAction } from '../../audit/record-action.ts';
import type { Deps } from '../../deps.ts';
import { DomainError, fieldError } from '../../errors.ts';
import { assertAdmin } from '../../identity/assert-admin.ts';
import { announce } from '../../live/announce.ts';
import { moveMoney, type OrderEntryKind } from '../balance/ledger.ts';
import { adminOrderColumns } from './order-rows.ts';

/**
 * Changes an order's status and moves the money that follows from it, all or nothing: rejecting refunds the charge,
 * completing a rejected order charges it again, partial refunds the undelivered units. One's own decision that already holds is
 * answered as success and moves nothing; anybody's is, where no status was expected. Deciding one order at the same moment
 * happens one after the other.
 * @throws DomainError `forbidden` unless an admin asks, `not_found`, `already_decided` (with what, by whom and when) where the
 *   order has another status than the expected one, `order_final`, `order_transition`,
 *   `remaining_out_of_range`, and where the charge can't be taken again `insufficient_balance` (with the customer's balance) or
 *   `blocked`.
 */
export async function decideOrder(
  { db, events }: Pick<Deps, 'db' | 'events'>,
  actor: Actor,
  input: DecideOrderInput,
): Promise<AdminOrder> {
  assertAdmin(actor);
  const { decision, reason, expectedStatus } = input;
  const status = statusAfter[decision];
  const remaining = decision === 'partial' ? (input.remaining ?? null) : null;
  const decided = await db.transaction(async (tx) => {
    const order = await lockOrder(tx, input.id);
    const change = expectedStatus === undefined ? undefined : await lastChange(tx, order.id);
    const isOwn = expectedStatus === undefined || change?.actorId === actor.id;
    if (isOwn && order.status === status && order.remaining === remaining) return order;
    if (expectedStatus !== undefined && expectedStatus !== order.status) throw alreadyDecided(order.status, change);
    if (isFinal(order.status)) throw new DomainError('order_final');
    if (!legalDecisions[order.status].includes(decision)) throw new DomainError('order_transition');
    if (remaining !== null && (remaining < 1 || remaining >= order.quantity)) {
      throw fieldError('remaining_out_of_range', 'remaining');
    }
    await tx.update(orders).set({ status, remaining }).where(eq(orders.id, order.id));
    await recordChange(tx, { order, status, actorId: actor.id, reason });
    const movement = movementOf(order, status, remaining);
    if (movement.amountNanos !== 0) await moveMoney(tx, { ...movement, userId: order.user.id, orderId: order.id });
    await recordAction(tx, actor, {
      action: 'order.decide',
      subject: 'order',
      subjectId: order.id,
      subjectName: order.serviceName,
      userId: order.user.id,
      before: { status: order.status, remaining: order.remaining },
      after: { status, remaining, ...(movement.amountNanos !== 0 && { amountNanos: movement.amountNanos }) },
      reason,
    });
    return { ...order, status, remaining };
  });
  const userId = decided.user.id;
  announce(events, 'order', { userId, id: decided.id });
  announce(events, 'balance', { userId });
  return decided;
}

async function lockOrder(tx: Tx, id: number): Promise<AdminOrder> {
  const [row] = await tx
    .select(adminOrderColumns)
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .where(eq(orders.id, id))
    .for('no key update', { of: orders });
  if (!row) throw new DomainError('not_found');
  return row;
}

interface MadeChange {
  actorId: number;
  byName: string;
  at: Date;
}

/** Who gave an order the status that it has, and when; undefined while it has the one it was placed with. */
async function lastChange(tx: Tx, orderId: number): Promise<MadeChange | undefined> {
  const [change] = await tx
    .select({ actorId: orderEvents.actorId, byName: users.userName, at: orderEvents.at })
    .from(orderEvents)
    .innerJoin(users, eq(users.id, orderEvents.actorId))
    .where(eq(orderEvents.orderId, orderId))
    .orderBy(desc(orderEvents.seq))
    .limit(1);
  return change;
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
    message: `This order has already been ${doneWords[status]} by ${change.byName}.`,
    details: { status, decidedBy: change.byName, decidedAt: change.at.toISOString() },
  });
}

interface Change {
  order: AdminOrder;
  status: OrderStatus;
  actorId: number;
  reason: string | undefined;
}

async function recordChange(tx: Tx, { order, status, actorId, reason }: Change): Promise<void> {
  await tx.insert(orderEvents).values({
    orderId: order.id,
    seq: sql`(select coalesce(max(seq), 0) + 1 from order_events where order_id = ${order.id})`,
    from: order.status,
    to: status,
    actorId,
    reason: reason || null,
  });
}

type OrderMovement = { kind: OrderEntryKind; amountNanos: Nanos };

/** What a legal change of status adds to the customer's wallet; free orders and plain progress move nothing. */
function movementOf(order: AdminOrder, status: OrderStatus, remaining: number | null): OrderMovement {
  if (status === 'rejected') return { kind: 'order_refund', amountNanos: order.chargeNanos };
  if (status === 'partial') {
    return { kind: 'order_partial_refund', amountNanos: refundFor(remaining ?? 0, order.priceMicros) };
  }
  const chargedAgain = status === 'completed' && order.status === 'rejected' ? order.chargeNanos : nanos(0);
  return { kind: 'order_recharge', amountNanos: negate(chargedAgain) };
}
