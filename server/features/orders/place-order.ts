import { and, eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { Db } from '#db/client.ts';
import { isOnOffer, services } from '#db/schema/services.ts';
import type { PlacedOrder, PlaceOrderInput, StoredOrder } from '#shared/orders.ts';
import type { Actor } from '#shared/users.ts';
import { apiSettings } from '../../base/cache/api-settings.ts';
import type { MadeRequestId, WriteDeps } from '../../base/deps.ts';
import { DomainError } from '../../base/errors.ts';
import { countFrequentAttempt } from '../../base/limits/count-frequent-attempt.ts';
import { bengaliNames, inBengali } from '../../base/lists/bengali-names.ts';
import { rememberOrder } from '../../money/acknowledged.ts';
import { assertFits, demandsOfOrder } from '../../money/assert-fits.ts';
import { chargeInBatch } from '../../money/batch-queue.ts';
import type { OrderToCharge } from '../../money/charge-orders.ts';
import { judgeOrder } from '../../money/judge-order.ts';
import { readWallet } from '../../money/wallets.ts';
import { findPlacedOrder } from './find-placed-order.ts';
import { readOpenTargets, targetOf } from './open-targets.ts';
import { type OrderLimits, orderAttempts } from './order-attempts.ts';
import { targetColumns, termColumns } from './order-rows.ts';

/** More than one is needed only if a balance or a price changes between the refusal and its explanation. */
const MAX_TRIES = 5;

/**
 * Places an order and charges its full price. A retry with the same request id gets the first result.
 * @param input `expectedChargeNanos` is the charge that the customer saw; only the server computes the price
 * @returns the order, and the balance after it in nano-dollars
 * @throws DomainError `service_not_found`, `comments_required`, `bad_input`, `quantity_out_of_range`, `amount_too_large`,
 * `price_changed`, `insufficient_balance`, `link_does_not_fit`, `link_in_use`, `idempotency_conflict`, `too_many_requests`, `blocked`; nothing is charged then
 */
export async function placeOrder(
  { db, events }: WriteDeps,
  actor: Actor,
  { madeRequestId = uuidv7(), ...asked }: PlaceOrderInput & MadeRequestId,
  limits: OrderLimits,
): Promise<PlacedOrder> {
  // Without a key of the client an order gets one here, so that it can be found by it after a failover.
  const input = { ...asked, requestId: asked.requestId ?? madeRequestId };
  // Before the charge, so that nothing else is read between a commit and its answer.
  const names = await bengaliNames.get(db);
  const named = ({ order, balanceNanos }: StoredOrder) => ({ order: inBengali(names, order), balanceNanos });
  try {
    const { key, rateLimit } = orderAttempts(actor, limits);
    await countFrequentAttempt(db, key, rateLimit);
  } catch (refusal) {
    // A retry of an accepted order is answered independent of the rate limit.
    const earlier = await findEarlier(db, actor, asked);
    if (earlier) return named(earlier);
    throw refusal;
  }
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const { oneOpenOrderPerLink: isOnePerLink, linkFit } = await apiSettings.get(db);
    const order = { userId: actor.id, input, isOnePerLink, demands: demandsOfOrder(input, linkFit) };
    const placed = (await chargeInBatch(db, order)) ?? (await findEarlier(db, actor, asked));
    if (placed) {
      events.publish('orders', `${actor.id}:${placed.order.id}`);
      events.publish('balances', String(actor.id));
      return named(placed);
    }
    await assertAcceptable(db, order);
  }
  throw new DomainError('busy', { details: { retryAfterSeconds: 1 } });
}

/** The first result for the request id, which is acknowledged again. */
async function findEarlier(db: Db, actor: Actor, input: PlaceOrderInput): Promise<StoredOrder | undefined> {
  const earlier = await findPlacedOrder(db, actor, input);
  if (earlier) rememberOrder(db, { userId: actor.id, requestId: input.requestId, ...earlier });
  return earlier;
}

/** Throws the reason why an order was refused; returns if there is none left. */
async function assertAcceptable(db: Db, { userId, input, isOnePerLink, demands }: OrderToCharge): Promise<void> {
  const [[service], { balanceNanos, ownerBlocked }, openTargets] = await Promise.all([
    db
      .select({ ...termColumns, ...targetColumns })
      .from(services)
      .where(and(eq(services.id, input.serviceId), isOnOffer)),
    readWallet(db, userId),
    isOnePerLink ? readOpenTargets(db.$client, userId, [input]) : undefined,
  ]);
  if (ownerBlocked) throw new DomainError('blocked');
  const { chargeNanos } = judgeOrder(service, input);
  assertFits(input, service, demands);
  if (openTargets?.has(targetOf(input))) throw new DomainError('link_in_use');
  if (balanceNanos < chargeNanos) throw new DomainError('insufficient_balance', { details: { balanceNanos } });
}
