import { and, eq, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/client.ts';
import { recharges, thenOrders } from '#db/schema/recharges.ts';
import type { ErrorCode } from '#shared/errors.ts';
import { THEN_ORDER_DAYS } from '#shared/then-orders.ts';
import type { Config } from '../base/env.ts';
import { type DomainError, refusalIn } from '../base/errors.ts';
import type { EventBus } from '../base/events/event-bus.ts';
import { hasClaim } from '../base/queue/claims.ts';
import { asKind } from '../base/queue/kind.ts';
import { placeOrder } from '../features/orders/place-order.ts';
import { findThenPlaced } from '../features/recharges/then-order.ts';

/** When an attempt is repeated that had no outcome. */
const CLAIM_SECONDS = 60;
const SLOTS = 2;
/** A price may change between two tries. */
const MOST_PRICES = 3;

/** They say nothing about the order, so it is tried again. */
const passing: readonly ErrorCode[] = ['busy', 'too_many_requests', 'internal'];

interface ThenOrdersOptions {
  db: Db;
  config: Pick<Config, 'limits'>;
  events: EventBus;
}

type Outcome = Partial<typeof thenOrders.$inferInsert>;

/** Places the orders that waited for a recharge, once it is credited, and ends those that have waited too long. */
export function thenOrdersKind({ db, config, events }: ThenOrdersOptions) {
  return asKind<{ id: number }, number | undefined>({
    name: 'thenOrders',
    slots: SLOTS,
    topics: ['recharges'],
    claim: (tx, { count, only }) =>
      tx.execute<{ id: number }>(sql`
        update then_orders set due_at = now() + make_interval(secs => ${CLAIM_SECONDS})
        where recharge_id = any(array(
          select t.recharge_id from then_orders t
          where ${only === undefined ? isDue : sql`t.recharge_id = ${only} and t.state = 'waiting'`}
          order by due_at limit ${count} for update skip locked))
        returning recharge_id as id`),
    describe: ({ id }) => `The order that waits for recharge ${id}`,
    // It writes the outcome itself: the lock of the row must outlast the placing, so that nobody calls the order back meanwhile.
    attempt: ({ id }) => db.transaction((tx) => attempt(tx, id)),
    async settle(_tx, { id }, userId) {
      return userId === undefined ? undefined : () => events.publish('recharges', `${userId}:${id}`);
    },
    async release(tx, rows) {
      for (const { id } of rows) await store(tx, id, { dueAt: sql`now()` });
    },
  });

  /** @returns whose order has an outcome */
  async function attempt(tx: Tx, id: number): Promise<number | undefined> {
    const waiting = await lockWaiting(tx, id);
    if (!waiting) return undefined;
    const outcome = await outcomeOf(tx, waiting);
    await store(tx, id, outcome);
    return outcome.state && waiting.userId;
  }

  async function outcomeOf(tx: Tx, waiting: Waiting): Promise<Outcome> {
    const placed = await findThenPlaced(tx, waiting.userId, waiting.input);
    if (placed) return place(waiting, placed.chargeNanos);
    if (waiting.isOver || waiting.status === 'rejected') return { state: 'ended', dueAt: null };
    if (waiting.status === 'pending') return { dueAt: waiting.endsAt };
    // The customer has paid less than for this order; it is not taken from what they had.
    if (waiting.isCreditedLess) return { state: 'asks', reason: 'credited_less', dueAt: null };
    return place(waiting, waiting.input.expectedChargeNanos);
  }

  /** @param chargeNanos what it costs as far as is known: a retry of a placed order must name its charge */
  async function place({ userId, input }: Waiting, chargeNanos: typeof input.expectedChargeNanos): Promise<Outcome> {
    let refusal: DomainError | undefined;
    let expectedChargeNanos = chargeNanos;
    for (let tries = 0; tries < MOST_PRICES; tries++) {
      try {
        const order = { ...input, expectedChargeNanos };
        const placed = await placeOrder({ db, events }, { id: userId, role: 'user' }, order, config.limits);
        return { state: 'placed', orderId: placed.order.id, dueAt: null };
      } catch (error) {
        refusal = refusalIn(error);
        if (!refusal) throw error;
        if (passing.includes(refusal.code)) return {};
        const nowNanos = refusal.code === 'price_changed' ? refusal.details?.chargeNanos : undefined;
        if (nowNanos === undefined || nowNanos > input.expectedChargeNanos) break;
        expectedChargeNanos = nowNanos;
      }
    }
    return { state: 'asks', reason: refusal?.code ?? null, dueAt: null };
  }
}

const isDue = sql`t.due_at <= now() and not ${hasClaim('thenOrders', sql`t.recharge_id`)}`;

type Waiting = NonNullable<Awaited<ReturnType<typeof lockWaiting>>>;

async function lockWaiting(tx: Tx, id: number) {
  const endsAt = sql<Date>`${thenOrders.createdAt} + make_interval(days => ${THEN_ORDER_DAYS})`.mapWith(
    thenOrders.createdAt,
  );
  const [waiting] = await tx
    .select({
      userId: thenOrders.userId,
      input: thenOrders.input,
      status: recharges.status,
      endsAt,
      isCreditedLess: sql<boolean>`coalesce(${recharges.creditedNanos} < ${recharges.amountNanos}, false)`,
      isOver: sql<boolean>`${endsAt} <= now() or ${recharges.reversedAt} is not null`,
    })
    .from(thenOrders)
    .innerJoin(recharges, eq(recharges.id, thenOrders.rechargeId))
    .where(isWaiting(id))
    .for('no key update', { of: thenOrders });
  return waiting;
}

async function store(tx: Tx, id: number, outcome: { [Key in keyof Outcome]: Outcome[Key] | ReturnType<typeof sql> }) {
  if (Object.keys(outcome).length > 0) await tx.update(thenOrders).set(outcome).where(isWaiting(id));
}

const isWaiting = (id: number) => and(eq(thenOrders.rechargeId, id), eq(thenOrders.state, 'waiting'));
