import { isDeepStrictEqual } from 'node:util';
import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { orders } from '#db/schema/orders.ts';
import { thenOrders } from '#db/schema/recharges.ts';
import { isOnOffer, services } from '#db/schema/services.ts';
import { readSettings } from '#db/settings.ts';
import type { OwnRecharge } from '#shared/balance.ts';
import { THEN_ORDER_DAYS, type ThenOrder } from '#shared/then-orders.ts';
import type { Actor } from '#shared/users.ts';
import type { WriteDeps } from '../../base/deps.ts';
import { DomainError } from '../../base/errors.ts';
import { assertFits, demandsOfOrder } from '../../money/assert-fits.ts';
import { judgeOrder } from '../../money/judge-order.ts';
import { getRecharge } from './get-recharge.ts';

/**
 * Stores an order that waits for a recharge. Its price may change until then, so it is not compared.
 * @throws DomainError `order_waits`, and for what no balance could order as `placeOrder` does: `service_not_found`, `comments_required`,
 * `bad_input`, `quantity_out_of_range`, `amount_too_large`, `link_does_not_fit`
 */
export async function insertThenOrder(tx: Tx, actor: Actor, rechargeId: number, input: ThenOrder): Promise<void> {
  const { type, priceMicros, per, min, max, platform, kinds } = services;
  const [service] = await tx
    .select({ type, priceMicros, per, min, max, platform, kinds })
    .from(services)
    .where(and(eq(services.id, input.serviceId), isOnOffer));
  judgeOrder(service, { quantity: input.quantity, comments: input.comments });
  const { linkFit } = await readSettings(tx);
  assertFits(input, service, demandsOfOrder(input, linkFit));
  const dueAt = sql`now() + make_interval(days => ${THEN_ORDER_DAYS})`;
  const [waiting] = await tx
    .insert(thenOrders)
    .values({ rechargeId, userId: actor.id, input, dueAt })
    .onConflictDoNothing()
    .returning({ rechargeId: thenOrders.rechargeId });
  if (!waiting) throw new DomainError('order_waits');
}

/** Whether a retry names the order that the first request has named. As for orders, `fit` is no part of it. */
export function isSameThenOrder(stored: ThenOrder | null, sent: ThenOrder | undefined): boolean {
  // As the database returns it.
  const plain = (order: ThenOrder | null | undefined): unknown =>
    order ? JSON.parse(JSON.stringify({ ...order, fit: undefined })) : null;
  return isDeepStrictEqual(plain(stored), plain(sent));
}

/** Has the order that waits for an approved recharge placed after the commit. Then publish `recharges`. */
export async function awakenThenOrder(tx: Tx, rechargeId: number): Promise<void> {
  await tx.update(thenOrders).set({ dueAt: sql`now()` }).where(waitsFor(rechargeId));
}

/**
 * Ends the order that waits for a rejected or reversed recharge. For an approved one it waits until an attempt to place it ends, which needs
 * the customer's wallet: call it before the wallet is locked.
 */
export async function endThenOrder(tx: Tx, rechargeId: number): Promise<void> {
  await tx.update(thenOrders).set({ state: 'ended', dueAt: null }).where(waitsFor(rechargeId));
}

function waitsFor(rechargeId: number) {
  return and(eq(thenOrders.rechargeId, rechargeId), eq(thenOrders.state, 'waiting'));
}

/**
 * Calls an order back that waits for the caller's recharge. Repeating it changes nothing.
 * @throws DomainError `not_found`, `already_decided` once it was placed, or waits for nothing any more
 */
export async function callBackThenOrder(
  { db, events }: WriteDeps,
  actor: Actor,
  { id }: { id: number },
): Promise<OwnRecharge> {
  await db.transaction(async (tx) => {
    // An attempt to place it holds this lock, too.
    const [found] = await tx
      .select({
        state: thenOrders.state,
        input: thenOrders.input,
        // Its attempt may have lost the lock, with the connection.
        isBeingPlaced: sql<boolean>`exists (select from queue_claims q where q.kind = 'thenOrders' and q.id = ${id} and q.holder is not null)`,
      })
      .from(thenOrders)
      .where(and(eq(thenOrders.rechargeId, id), eq(thenOrders.userId, actor.id)))
      .for('no key update');
    if (!found) throw new DomainError('not_found');
    if (found.state === 'called_back') return;
    if (found.isBeingPlaced) throw new DomainError('busy', { details: { retryAfterSeconds: 1 } });
    const isOpen = found.state === 'waiting' && !(await findThenPlaced(tx, actor.id, found.input));
    if (!isOpen) throw new DomainError('already_decided');
    await tx.update(thenOrders).set({ state: 'called_back', dueAt: null }).where(waitsFor(id));
  });
  events.publish('recharges', `${actor.id}:${id}`);
  return getRecharge(db, actor, { id });
}

/** The order that was placed already, though the process that placed it has ended before it could store that. */
export async function findThenPlaced(tx: Tx, userId: number, { requestId }: Pick<ThenOrder, 'requestId'>) {
  const [placed] = await tx
    .select({ chargeNanos: orders.chargeNanos })
    .from(orders)
    .where(and(eq(orders.requestId, requestId), eq(orders.userId, userId)));
  return placed;
}
