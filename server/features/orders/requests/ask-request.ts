import { eq } from 'drizzle-orm';
import type { Db, Tx } from '#db/client.ts';
import { orders } from '#db/schema/orders.ts';
import { users } from '#db/schema/users.ts';
import type { WriteDeps } from '#server/base/deps.ts';
import { DomainError } from '#server/base/errors.ts';
import { countAttempt } from '#server/base/limits/rate-limit.ts';
import type { Askable, AskInput, OrderRequest } from '#shared/order-requests.ts';
import type { RequestBlock, RequestKind } from '#shared/request-status.ts';
import type { Actor } from '#shared/users.ts';
import { findMade, makeRequests } from './make-requests.ts';
import { publishRequest } from './publish-request.ts';

/** A script may ask for a whole day's orders. */
const ASKED = { limit: 300, windowSeconds: 600 };

/**
 * Asks for a refill, a cancel or a speed-up of an own order. A retry with the same request id gets the first result.
 * @throws DomainError `not_found`, also for another customer's order, `request_not_possible` (with the reason, and when it becomes
 * possible), `idempotency_conflict`, `too_many_requests`, `blocked`
 */
export async function askRequest({ db, events }: WriteDeps, actor: Actor, input: AskInput): Promise<OrderRequest> {
  const { id, kind, requestId } = input;
  const call = { kind, orderIds: [id], requestId };
  // A retry of an accepted request does not count as an attempt.
  const earlier = (await findMade(db, actor, call)).get(id);
  if (earlier) return earlier;
  await countAttempt(db, `request:${actor.id}`, ASKED);
  const request = await db.transaction(async (tx) => {
    await assertNotBlocked(tx, actor);
    const [made] = await makeRequests(tx, actor, call, eq(orders.userId, actor.id));
    if (!made) throw new DomainError('not_found');
    if (!made.request) throw notPossible(kind, made.askable);
    return made.request;
  });
  publishRequest(events, { id: request.id, orderId: id, userId: actor.id });
  return request;
}

/** Blocking waits for requests that are being made, and each later one sees it. */
export async function assertNotBlocked(tx: Db | Tx, actor: Actor): Promise<void> {
  const [user] = await tx.select({ blockedAt: users.blockedAt }).from(users).where(eq(users.id, actor.id)).for('share');
  if (user?.blockedAt) throw new DomainError('blocked');
}

/** The refusal with the rule that forbids a request. */
export function notPossible(kind: RequestKind, { block, at }: Askable): DomainError {
  if (!block) throw new Error('A request that is possible was not made');
  const possibleAt = block === 'cool_down' && at ? at.toISOString() : undefined;
  return new DomainError('request_not_possible', {
    message: messages[block][kind],
    details: { block, ...(possibleAt && { possibleAt }) },
  });
}

const forEach = (message: string) => ({ refill: message, cancel: message, speed_up: message });

const messages: Record<RequestBlock, Record<RequestKind, string>> = {
  service: {
    refill: 'This service has no refill.',
    cancel: 'Orders of this service can not be canceled.',
    speed_up: 'Orders of this service can not be sped up.',
  },
  status: {
    refill: 'A refill is possible once the order is delivered.',
    cancel: 'This order has ended, so it can not be canceled.',
    speed_up: 'This order has ended, so it can not be sped up.',
  },
  period_over: forEach('The refill period of this order is over.'),
  open_request: forEach('This order already has an open request.'),
  cool_down: forEach('It is too early for another request about this order.'),
};
