import { eq } from 'drizzle-orm';
import { orders } from '#db/schema/orders.ts';
import type { WriteDeps } from '#server/base/deps.ts';
import type { DomainError } from '#server/base/errors.ts';
import { takeAttempts, tooMany } from '#server/base/limits/rate-limit.ts';
import type { OrderRequest } from '#shared/order-requests.ts';
import type { Actor } from '#shared/users.ts';
import { assertNotBlocked, notPossible } from './ask-request.ts';
import { findMade, makeRequests, type NewRequests } from './make-requests.ts';
import { publishRequest } from './publish-request.ts';

/** A panel that resells may ask for thousands of orders together. */
const ASKED_TOGETHER = { limit: 3_000, windowSeconds: 600 };

/**
 * Asks for a refill or a cancel of many own orders in one transaction with a fixed number of statements. A refusal of one order does not
 * stop the others. A retry with the same request id gets the requests that it made, and tries the refused ones again.
 * @param input.orderIds at most 1,000; repeated ids count once
 * @returns each order's request or refusal (`request_not_possible`, `too_many_requests`); foreign and unknown orders are left out
 * @throws DomainError `too_many_requests` if the limit leaves none, `idempotency_conflict`, `blocked`
 */
export async function askRequests(
  { db, events }: WriteDeps,
  actor: Actor,
  { kind, orderIds, requestId }: NewRequests,
): Promise<Map<number, OrderRequest | DomainError>> {
  const ids = [...new Set(orderIds)];
  if (ids.length === 0) return new Map();
  const outcomes = new Map<number, OrderRequest | DomainError>(
    await findMade(db, actor, { kind, orderIds: ids, requestId }),
  );
  const others = ids.filter((id) => !outcomes.has(id));
  if (others.length === 0) return outcomes;
  const { granted, secondsLeft } = await takeAttempts(db, `requests:${actor.id}`, others.length, ASKED_TOGETHER);
  if (granted === 0) throw tooMany(secondsLeft);
  const made = await db.transaction(async (tx) => {
    await assertNotBlocked(tx, actor);
    // The call is the same one with the orders that it asked for before.
    const call = { kind, orderIds: [...outcomes.keys(), ...others.slice(0, granted)], requestId };
    return makeRequests(tx, actor, call, eq(orders.userId, actor.id));
  });
  for (const { orderId, userId, request, askable, isEarlier } of made) {
    outcomes.set(orderId, request ?? notPossible(kind, askable));
    if (request && !isEarlier) publishRequest(events, { id: request.id, orderId, userId });
  }
  for (const id of others.slice(granted)) outcomes.set(id, tooMany(secondsLeft));
  return outcomes;
}
