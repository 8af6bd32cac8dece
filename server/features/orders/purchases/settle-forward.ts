import { desc, eq, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { isUniqueViolation } from '#db/errors.ts';
import { forwardEvents, forwards } from '#db/schema/forwards.ts';
import { orders } from '#db/schema/orders.ts';
import { users } from '#db/schema/users.ts';
import { recordAction } from '#server/base/audit/record-action.ts';
import type { WriteDeps } from '#server/base/deps.ts';
import { DomainError, fieldError } from '#server/base/errors.ts';
import { assertAdmin } from '#server/base/identity/assert-admin.ts';
import { bookPurchase } from '#server/suppliers/books.ts';
import { chooseSource, readSources } from '#server/suppliers/purchases/choose-source.ts';
import { changeForward } from '#server/suppliers/purchases/forward-changes.ts';
import type { SettleOutcome } from '#shared/forward-states.ts';
import type { SettledForward, SettleForwardInput } from '#shared/forwards.ts';
import type { Actor } from '#shared/users.ts';
import { acknowledgeDecidedOrder, type DecidedOrder, decideOrderWithin } from '../decide-order.ts';
import { readForward } from './forward-rows.ts';
import { settleByWords } from './settle-by-words.ts';
import { wasSettledSo } from './was-settled-so.ts';

/**
 * Settles an unknown purchase, or one that every source refused, once. A bought one is booked; one that was not bought is sent again; a
 * refund rejects the order by the same path as any other rejection. With `words` all that wait with them are settled. The admin who settled it may repeat that. Admins only.
 * @throws DomainError `not_found`, `already_decided` (state, admin, time) if it is settled, `bad_input` if the number is another order's,
 * nothing was sent, or the supplier is being asked for it at this moment, `order_final` for a refund of an order that has ended, `idempotency_conflict`
 */
export async function settleForward(
  { db, events }: WriteDeps,
  actor: Actor,
  input: SettleForwardInput,
): Promise<SettledForward> {
  assertAdmin(actor);
  const { words } = input;
  if (words) return settleByWords({ db, events }, actor, { ...input, words });
  const decided = await db
    .transaction((tx) => settle(tx, actor, input))
    .catch((error: unknown) => {
      if (isUniqueViolation(error, 'forwards_bought_key'))
        throw fieldError('bad_input', 'externalId', 'Another order has this number at the supplier');
      throw isUniqueViolation(error, 'forward_events_request_key') ? new DomainError('idempotency_conflict') : error;
    });
  if (decided) acknowledgeDecidedOrder({ db, events }, decided);
  events.publish('forwards', String(input.id));
  return { forward: await readForward(db, input.id) };
}

type LockedRow = Awaited<ReturnType<typeof lockRow>>;

/** @returns the order, if its status changed */
async function settle(tx: Tx, actor: Actor, input: SettleForwardInput): Promise<DecidedOrder | undefined> {
  const { id, outcome, requestId } = input;
  const row = await lockRow(tx, id);
  if (await wasSettledSo(tx, actor, input, (reason) => reasonsAfter(input).includes(reason))) return undefined;
  if (row.state !== 'unknown' && row.state !== 'refused') throw await alreadyDecided(tx, row);
  assertNotAsked(row, outcome);
  const change = { actorId: actor.id, requestId };
  const isOpen = row.orderStatus === 'pending' || row.orderStatus === 'processing';
  let decided: DecidedOrder | undefined;
  if (outcome === 'bought') decided = await noteBought(tx, actor, row, input);
  else if (outcome === 'refund') {
    await changeForward(tx, row, { ...change, to: 'withdrawn', reason: reasons.refund });
    if (row.orderStatus !== 'rejected') decided = await decide(tx, actor, row.orderId, 'reject');
  } else if (isOpen && row.state === 'unknown') {
    const set = { nextSupplierId: null, linkInUseSince: null, flag: null };
    await changeForward(tx, row, { ...change, to: 'queued', reason: reasons.again, set });
  } else {
    const reason = isOpen ? reasons.asAnother : reasons.ended;
    await changeForward(tx, row, { ...change, to: 'withdrawn', reason });
    if (isOpen) await tx.insert(forwards).values({ orderId: row.orderId, startedBy: actor.id });
  }
  await record(tx, actor, row, { input, decided });
  return decided;
}

/** Of the events. They also tell whether a purchase was settled in this way before. */
const reasons = {
  bought: (externalId: string | undefined) => `found as number ${externalId}`,
  again: 'not bought: it is sent again',
  asAnother: 'it is sent again',
  ended: 'not bought; the order has ended',
  refund: 'refunded',
};

/** A question with the `request_id` may buy the order at this moment. Its answer settles the purchase, or a person does after it. */
function assertNotAsked({ state, lockOwner }: LockedRow, outcome: SettleOutcome): void {
  if (state !== 'unknown' || lockOwner === null || outcome === 'bought') return;
  throw fieldError('bad_input', 'outcome', 'The supplier is being asked for this order now. Try again in a minute.');
}

async function lockRow(tx: Tx, id: number) {
  const [order] = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(sql`${orders.id} = (select order_id from forwards where id = ${id})`)
    .for('no key update');
  if (!order) throw new DomainError('not_found');
  const [row] = await tx
    .select({
      id: forwards.id,
      state: forwards.state,
      orderId: forwards.orderId,
      supplierId: forwards.supplierId,
      lockOwner: forwards.lockOwner,
      position: forwards.position,
      costMicros: forwards.costMicros,
      orderStatus: orders.status,
      userId: orders.userId,
      serviceId: orders.serviceId,
      serviceName: orders.serviceName,
      quantity: orders.quantity,
      per: orders.per,
      chargeNanos: orders.chargeNanos,
    })
    .from(forwards)
    .innerJoin(orders, eq(orders.id, forwards.orderId))
    .where(eq(forwards.id, id))
    .for('no key update', { of: forwards });
  if (!row) throw new DomainError('not_found');
  return row;
}

async function noteBought(tx: Tx, actor: Actor, row: LockedRow, { externalId, requestId }: SettleForwardInput) {
  if (row.state !== 'unknown')
    throw fieldError('bad_input', 'outcome', 'Every source has refused this order: send it again, or refund it');
  const bought = await whereBought(tx, row);
  await changeForward(tx, row, {
    to: 'accepted',
    reason: reasons.bought(externalId),
    actorId: actor.id,
    requestId,
    set: { ...bought, externalOrderId: externalId ?? null },
  });
  await bookPurchase(tx, { supplierId: bought.supplierId, forwardId: row.id, amountMicros: bought.costMicros });
  return row.orderStatus === 'pending' ? decide(tx, actor, row.orderId, 'processing') : undefined;
}

/** Of a restored forward that was queued it isn't known where it was sent: to the first source. */
async function whereBought(tx: Tx, row: LockedRow) {
  const { supplierId, costMicros } = row;
  if (supplierId !== null && costMicros !== null) return { supplierId, costMicros };
  const [first] = await readSources(tx, [row.serviceId]);
  const source = first && { ...first, isResting: false, orderLimitMicros: null, dayLeftMicros: null };
  const choice = source && chooseSource({ ...row, chargeNanos: ANY_CHARGE }, [source], source.position);
  if (choice?.kind !== 'source') throw fieldError('bad_input', 'outcome', 'This order was not sent to any supplier');
  return {
    supplierId: choice.source.supplierId,
    externalId: choice.source.externalId,
    costMicros: choice.costMicros,
    costNanos: choice.costNanos,
    ratePicos: choice.source.ratePicos,
  };
}

const ANY_CHARGE = Number.MAX_SAFE_INTEGER as LockedRow['chargeNanos'];

function decide(tx: Tx, actor: Actor, id: number, decision: 'reject' | 'processing'): Promise<DecidedOrder> {
  return decideOrderWithin(tx, actor, { id, decision }, { isRecorded: false });
}

/** The reasons that an outcome leaves. */
function reasonsAfter({ outcome, externalId }: SettleForwardInput): readonly string[] {
  if (outcome === 'bought') return [reasons.bought(externalId)];
  return outcome === 'refund' ? [reasons.refund] : [reasons.again, reasons.asAnother, reasons.ended];
}

async function alreadyDecided(tx: Tx, { id, state }: LockedRow): Promise<DomainError> {
  const [last] = await tx
    .select({ by: users.userName, at: forwardEvents.at })
    .from(forwardEvents)
    .leftJoin(users, eq(users.id, forwardEvents.actorId))
    .where(eq(forwardEvents.forwardId, id))
    .orderBy(desc(forwardEvents.seq))
    .limit(1);
  const by = last?.by ?? undefined;
  return new DomainError('already_decided', {
    message: by ? `This purchase has already been settled by ${by}.` : `There is nothing to settle: it is ${state}.`,
    details: { status: state, decidedBy: by, decidedAt: last?.at.toISOString() },
  });
}

async function record(
  tx: Tx,
  actor: Actor,
  row: LockedRow,
  { input, decided }: { input: SettleForwardInput; decided: DecidedOrder | undefined },
): Promise<void> {
  const moved = decided?.movedNanos ?? 0;
  await recordAction(tx, actor, {
    action: 'forward.settle',
    subject: 'forward',
    subjectId: row.id,
    subjectName: row.serviceName,
    userId: row.userId,
    before: { state: row.state },
    after: {
      state: 'settled',
      outcome: input.outcome,
      orderId: row.orderId,
      ...(input.externalId !== undefined && { externalOrderId: input.externalId }),
      ...(moved !== 0 && { amountNanos: moved }),
    },
  });
}
