import { and, eq, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/client.ts';
import { isUniqueViolation } from '#db/errors.ts';
import { orderRequestEvents, orderRequests } from '#db/schema/order-parts.ts';
import { orders } from '#db/schema/orders.ts';
import { users } from '#db/schema/users.ts';
import { type InBulk, recordAction } from '#server/base/audit/record-action.ts';
import type { WriteDeps } from '#server/base/deps.ts';
import { DomainError, fieldError } from '#server/base/errors.ts';
import {
  assertMayDecide,
  type DecidedBy,
  type DecidedByColumns,
  decidedByColumns,
  decidedByDetails,
  decidedByName,
  isBySame,
  isPerson,
} from '#server/base/identity/decided-by.ts';
import type { AdminRequest, DecideRequestInput } from '#shared/admin-requests.ts';
import { type Nanos, nanos } from '#shared/money.ts';
import { isClosed, legalRequestDecisions, type RequestStatus, requestStatusAfter } from '#shared/request-status.ts';
import type { Actor } from '#shared/users.ts';
import { acknowledgeDecidedOrder, type DecidedOrder, decideOrderWithin } from '../decide-order.ts';
import { readAdminRequest } from './list-all-requests.ts';
import { publishRequest } from './publish-request.ts';
import type { RequestRow } from './request-rows.ts';
import { endAtSupplier } from './requests-at-supplier.ts';

/**
 * Accepts, rejects or ends a request. Accepting a cancel rejects its order and refunds it in the same transaction. Repeating one's own
 * decision succeeds, and so does repeating another admin's if no status was expected. A known request id gets its first result.
 * @throws DomainError `not_found`, `already_decided` (status, admin, time), `bad_input` for ending a cancel, `supplier_may_deliver` for an
 * unconfirmed cancel of an order that a supplier has, `idempotency_conflict`, and `order_final` if an older server has delivered the order
 */
export async function decideRequest(deps: WriteDeps, actor: Actor, input: DecideRequestInput): Promise<AdminRequest> {
  const { decided, request } = await deps.db
    .transaction(async (tx) => {
      const made = await decideRequestWithin(tx, actor, input);
      return { decided: made, request: await readAdminRequest(tx, input.id) };
    })
    .catch((error: unknown) => {
      // The key is being used for another request at the same time.
      throw isUniqueViolation(error, 'order_request_events_request_key')
        ? new DomainError('idempotency_conflict')
        : error;
    });
  acknowledgeDecidedRequest(deps, decided);
  return { ...request, ...decided.first };
}

/** A decision that is in the database. */
export interface DecidedRequest {
  id: number;
  orderId: number;
  /** Of the order's customer. */
  userId: number;
  /** The amount that the decision added to the customer's wallet. */
  movedNanos: Nanos;
  /** The order that an accepted cancel rejected. */
  order?: DecidedOrder | undefined;
  /** The first result for a known request id. */
  first?: Pick<AdminRequest, 'status' | 'reason' | 'decidedBy' | 'decidedAt' | 'closedAt'> | undefined;
}

/**
 * As {@link decideRequest}, within a transaction. After its commit call {@link acknowledgeDecidedRequest}.
 * @param by an admin, or `{ decider: 'supplier' }` for a supplier's response
 */
export async function decideRequestWithin(
  tx: Tx,
  by: DecidedBy,
  input: DecideRequestInput & InBulk,
): Promise<DecidedRequest> {
  assertMayDecide(by);
  const { id, decision, expectedStatus, reason, confirmSupplierMayDeliver } = input;
  const status = requestStatusAfter[decision];
  const request = await lockRequest(tx, id);
  const decided = { id, orderId: request.orderId, userId: request.userId, movedNanos: nanos(0) };
  const first = await findDecision(tx, by, request, input);
  if (first) return { ...decided, first };
  const last = await lastDecision(tx, id);
  const isOwn = expectedStatus === undefined || isBySame(by, last);
  if (request.status === status && isOwn) return decided;
  const isExpected = expectedStatus === undefined || expectedStatus === request.status;
  const isOver = request.closedAt !== null;
  if (!isExpected || isOver || request.status === status) throw alreadyDecided(request, last);
  if (!legalRequestDecisions[request.kind][request.status].includes(decision)) {
    throw fieldError('bad_input', 'decision', 'A cancel request can only be accepted or rejected.');
  }
  await recordDecision(tx, by, { request, status, input });
  // A refill that the supplier has accepted is followed until it is done.
  if (isPerson(by) || isClosed(request.kind, status)) await endAtSupplier(tx, id);
  const cancels = request.kind === 'cancel' && decision === 'accept';
  // One audit entry covers the request and its order.
  const order = cancels
    ? await decideOrderWithin(
        tx,
        by,
        { id: request.orderId, decision: 'reject', reason, confirmSupplierMayDeliver },
        { isRecorded: false },
      )
    : undefined;
  const result = { ...decided, movedNanos: order?.movedNanos ?? nanos(0), order };
  // The audit lists what people do; the request's history names the supplier.
  if (!isPerson(by)) return result;
  await recordAction(tx, by, {
    action: 'request.decide',
    subject: 'order',
    subjectId: request.orderId,
    subjectName: request.serviceName,
    userId: request.userId,
    before: { status: request.status },
    after: { kind: request.kind, status, ...(order && order.movedNanos !== 0 && { amountNanos: order.movedNanos }) },
    reason,
    bulkId: input.bulkId,
    jobBulkId: input.jobBulkId,
  });
  return result;
}

/** Remembers the refund of an accepted cancel, and notifies the customer's and all admins' open pages. */
export function acknowledgeDecidedRequest(
  deps: { db: Db; events: Pick<WriteDeps['events'], 'publish'> },
  { id, orderId, userId, order }: DecidedRequest,
): void {
  if (order) acknowledgeDecidedOrder(deps, order);
  publishRequest(deps.events, { id, orderId, userId });
}

type LockedRequest = RequestRow & { userId: number; serviceName: string };

/** Locks the order and then reads its request: every change of a request holds the lock of its order. */
async function lockRequest(tx: Tx, id: number): Promise<LockedRequest> {
  const [order] = await tx
    .select({ serviceName: orders.serviceName })
    .from(orders)
    .where(sql`${orders.id} = (select order_id from order_requests where id = ${id})`)
    .for('no key update')
    .prepare('lock_order_of_request')
    .execute();
  if (!order) throw new DomainError('not_found');
  const [request] = await tx
    .select({
      id: orderRequests.id,
      orderId: orderRequests.orderId,
      userId: orderRequests.userId,
      kind: orderRequests.kind,
      status: orderRequests.status,
      createdAt: orderRequests.createdAt,
      closedAt: orderRequests.closedAt,
    })
    .from(orderRequests)
    .where(eq(orderRequests.id, id));
  if (!request) throw new DomainError('not_found');
  return { ...request, ...order };
}

/**
 * Returns the first result for the request id, before any later decision; undefined if this admin has not used the id.
 * @throws DomainError `idempotency_conflict` if it was used for another decision
 */
async function findDecision(
  tx: Tx,
  by: DecidedBy,
  { kind }: LockedRequest,
  { id, decision, reason, requestId }: DecideRequestInput,
): Promise<DecidedRequest['first']> {
  if (requestId === undefined || !isPerson(by)) return undefined;
  const [event] = await tx
    .select({
      id: orderRequestEvents.orderRequestId,
      status: orderRequestEvents.to,
      reason: orderRequestEvents.reason,
      at: orderRequestEvents.at,
      decidedBy: users.userName,
    })
    .from(orderRequestEvents)
    .innerJoin(users, eq(users.id, orderRequestEvents.actorId))
    .where(and(eq(orderRequestEvents.requestId, requestId), eq(orderRequestEvents.actorId, by.id)));
  if (!event) return undefined;
  const { status, at, decidedBy } = event;
  const isSame = event.id === id && status === requestStatusAfter[decision] && event.reason === (reason || null);
  if (!isSame) throw new DomainError('idempotency_conflict');
  return { status, reason: event.reason, decidedBy, decidedAt: at, closedAt: isClosed(kind, status) ? at : null };
}

interface MadeDecision extends DecidedByColumns {
  byName: string | null;
  at: Date;
}

async function lastDecision(tx: Tx, id: number): Promise<MadeDecision | undefined> {
  const [last] = await tx
    .select({
      actorId: orderRequestEvents.actorId,
      decider: orderRequestEvents.decider,
      byName: users.userName,
      at: orderRequestEvents.at,
    })
    .from(orderRequestEvents)
    .leftJoin(users, eq(users.id, orderRequestEvents.actorId))
    .where(eq(orderRequestEvents.orderRequestId, id))
    .orderBy(sql`${orderRequestEvents.seq} desc`)
    .limit(1);
  return last;
}

function alreadyDecided({ status }: LockedRequest, last: MadeDecision | undefined): DomainError {
  const words: Record<RequestStatus, string> = {
    pending: 'is pending',
    accepted: 'has already been accepted',
    rejected: 'has already been rejected',
    done: 'is already done',
  };
  const name = last && decidedByName(last);
  return new DomainError('already_decided', {
    message: `This request ${words[status]}${name ? ` by ${name}` : ''}.`,
    details: {
      status,
      ...(last && decidedByDetails(last)),
      ...(last && { decidedAt: last.at.toISOString() }),
    },
  });
}

async function recordDecision(
  tx: Tx,
  by: DecidedBy,
  { request, status, input }: { request: LockedRequest; status: RequestStatus; input: DecideRequestInput },
): Promise<void> {
  const { id, kind } = request;
  const [changed] = await tx
    .update(orderRequests)
    .set({ status, closedAt: isClosed(kind, status) ? sql`clock_timestamp()` : null })
    .where(eq(orderRequests.id, id))
    .returning({ closedAt: orderRequests.closedAt });
  await tx.insert(orderRequestEvents).values({
    orderRequestId: id,
    seq: sql`(select coalesce(max(seq), 0) + 1 from order_request_events where order_request_id = ${id})`,
    from: request.status,
    to: status,
    ...decidedByColumns(by),
    reason: input.reason || null,
    requestId: input.requestId ?? null,
    at: changed?.closedAt ?? sql`clock_timestamp()`,
  });
}
