import { eq } from 'drizzle-orm';
import { orders } from '#db/schema/orders.ts';
import type { WriteDeps } from '#server/base/deps.ts';
import type { DomainError } from '#server/base/errors.ts';
import { takeAttempts, tooMany } from '#server/base/limits/rate-limit.ts';
import type { OrderRequest } from '#shared/order-requests.ts';
import type { RequestKind } from '#shared/request-status.ts';
import type { Actor } from '#shared/users.ts';
import { assertNotBlocked, notPossible } from './ask-request.ts';
import { makeRequests } from './make-requests.ts';
import { publishRequest } from './publish-request.ts';

/** A panel that resells may ask for thousands of orders together. */
const ASKED_TOGETHER = { limit: 3_000, windowSeconds: 600 };

/**
 * Asks for a refill or a cancel of many own orders in one transaction with a fixed number of statements. A refusal of one order does not
 * stop the others.
 * @param input.orderIds at most 1,000; repeated ids count once
 * @returns each order's request or refusal (`request_not_possible`, `too_many_requests`); foreign and unknown orders are left out
 * @throws DomainError `too_many_requests` if the limit leaves none, `blocked`
 */
export async function askRequests(
  { db, events }: WriteDeps,
  actor: Actor,
  { kind, orderIds }: { kind: RequestKind; orderIds: readonly number[] },
): Promise<Map<number, OrderRequest | DomainError>> {
  const ids = [...new Set(orderIds)];
  if (ids.length === 0) return new Map();
  const key = `requests:${actor.id}`;
  const { granted, secondsLeft } = await takeAttempts(db, key, ids.length, ASKED_TOGETHER);
  if (granted === 0) throw tooMany(secondsLeft);
  const made = await db.transaction(async (tx) => {
    await assertNotBlocked(tx, actor);
    const call = { kind, orderIds: ids.slice(0, granted), requestId: undefined };
    return makeRequests(tx, actor, call, eq(orders.userId, actor.id));
  });
  const outcomes = new Map<number, OrderRequest | DomainError>();
  for (const { orderId, userId, request, askable } of made) {
    outcomes.set(orderId, request ?? notPossible(kind, askable));
    if (request) publishRequest(events, { id: request.id, orderId, userId });
  }
  for (const id of ids.slice(granted)) outcomes.set(id, tooMany(secondsLeft));
  return outcomes;
}
