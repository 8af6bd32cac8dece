import { and, asc, eq, inArray, type SQL } from 'drizzle-orm';
import type { Db, Tx } from '#db/client.ts';
import { orderRequests } from '#db/schema/order-parts.ts';
import { orders } from '#db/schema/orders.ts';
import { DomainError } from '#server/base/errors.ts';
import type { Askable, OrderRequest } from '#shared/order-requests.ts';
import type { RequestKind } from '#shared/request-status.ts';
import type { Actor } from '#shared/users.ts';
import { readAskables } from './askables.ts';
import { requestColumns } from './request-rows.ts';
import { queueAtSupplier } from './requests-at-supplier.ts';

export interface NewRequests {
  kind: RequestKind;
  orderIds: readonly number[];
  requestId: string | undefined;
}

/** The outcome for one order: a request, or the rule that forbids it. */
export interface MadeRequest {
  orderId: number;
  /** Of the order's customer. */
  userId: number;
  request: OrderRequest | null;
  askable: Askable;
  /** Whether an earlier call with the same request id made it. */
  isEarlier: boolean;
}

/**
 * Makes a request for each order that allows it, in the order of their ids. The lock of an order makes its requests and decisions wait
 * for each other. Orders with a request of the same request id get that one as it was made.
 * @param filter the orders that the actor may name; others are left out
 * @throws DomainError `idempotency_conflict` if the request id was used for another kind or order
 */
export async function makeRequests(tx: Tx, actor: Actor, call: NewRequests, filter?: SQL): Promise<MadeRequest[]> {
  const { kind, orderIds, requestId } = call;
  const locked = await tx
    .select({ orderId: orders.id, userId: orders.userId })
    .from(orders)
    .where(and(inArray(orders.id, [...orderIds]), filter))
    .orderBy(asc(orders.id))
    .for('no key update');
  const earlier = await findMade(tx, actor, call);
  const askables = await readAskables(
    tx,
    locked.map(({ orderId }) => orderId),
  );
  const judged = locked.map((order) => {
    const askable = askables.get(order.orderId)?.[kind];
    if (!askable) throw new Error(`Order ${order.orderId} has no service`);
    return { ...order, askable };
  });
  const values = judged
    .filter(({ orderId, askable }) => askable.possible && !earlier.has(orderId))
    .map(({ orderId, userId }) => ({ orderId, userId, kind, askedBy: actor.id, requestId }));
  const made = values.length === 0 ? [] : await tx.insert(orderRequests).values(values).returning(requestColumns);
  if (made.length > 0) await queueAtSupplier(tx, { requestIds: made.map(({ id }) => id) });
  const madeByOrder = new Map(made.map((row) => [row.orderId, { ...row, reason: null, decidedAt: null }]));
  return judged.map((order) => {
    const before = earlier.get(order.orderId);
    return { ...order, request: before ?? madeByOrder.get(order.orderId) ?? null, isEarlier: before !== undefined };
  });
}

/** The requests of earlier calls with the same request id, by order, as they were made. */
export async function findMade(
  db: Db | Tx,
  actor: Actor,
  { kind, orderIds, requestId }: NewRequests,
): Promise<Map<number, OrderRequest>> {
  if (requestId === undefined) return new Map();
  const rows = await db
    .select(requestColumns)
    .from(orderRequests)
    .where(and(eq(orderRequests.requestId, requestId), eq(orderRequests.askedBy, actor.id)));
  const isSameCall = rows.every((row) => row.kind === kind && orderIds.includes(row.orderId));
  if (!isSameCall) throw new DomainError('idempotency_conflict');
  const asMade = { status: 'pending', reason: null, decidedAt: null, closedAt: null } as const;
  return new Map(rows.map((row) => [row.orderId, { ...row, ...asMade }]));
}
