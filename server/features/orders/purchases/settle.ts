import { eq, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/client.ts';
import { isUniqueViolation } from '#db/errors.ts';
import { forwards } from '#db/schema/forwards.ts';
import { bookPurchase } from '#server/suppliers/books.ts';
import { pauseRefused } from '#server/suppliers/catalogue/pause-unsold.ts';
import type { AddResult, Refused } from '#server/suppliers/protocols/results.ts';
import type { Attempt } from '#server/suppliers/purchases/attempt.ts';
import {
  addEvent,
  changeForward,
  type ForwardChange,
  type LockedForward,
} from '#server/suppliers/purchases/forward-changes.ts';
import { judge, type Outcome, type Purchase, wordsIn } from '#server/suppliers/purchases/judge.ts';
import { readRefusalWords } from '#server/suppliers/refusal-words.ts';
import { stopForUnknowns, stopSupplier } from '#server/suppliers/stop-supplier.ts';
import type { OrderStatus } from '#shared/order-status.ts';
import type { SupplierMicros } from '#shared/supplier-money.ts';
import { type DecidedOrder, decideOrderWithin } from '../decide-order.ts';

const LINK_IN_USE_HOURS = 24;
const LINK_IN_USE_AGAIN_MINUTES = 15;
/** A supplier that can't be connected rests 1, 2, 4 … 60 seconds. */
const LONGEST_UNREACHABLE_SECONDS = 60;
const MOST_COUNTED = 6;
/** An unknown purchase is asked for again after half of its age, within these limits. */
const SHORTEST_AGAIN_SECONDS = 2;
const LONGEST_AGAIN_SECONDS = 15 * 60;

/** What an answer did. `late`: the forward has gone on without it; `isDoubtful` if the order may be bought twice. */
export interface Settled {
  kind: Outcome['kind'] | 'late';
  isDoubtful?: boolean;
  /** Set if the order's status changed. To be acknowledged after the commit. */
  decided?: DecidedOrder | undefined;
  outcome: Outcome;
}

/** A purchase with its order; both are locked. */
export interface AnsweredRow extends LockedForward, Purchase {
  orderId: number;
  lockOwner: number | null;
  idempotent: boolean;
  attempts: number;
  position: number;
  costMicros: SupplierMicros | null;
  /** The number of an attempt before, whose answer came late. */
  lateOrderId: string | null;
  status: OrderStatus;
  isLinkInUse: boolean;
  /** The supplier is another panel now than the one that answers. */
  isPreviousPanel: boolean;
}

/**
 * Writes the outcome of an attempt, once, in one transaction: the forward's state, the books, the order's status, and what it says about
 * the supplier. An answer that comes late still settles its own attempt.
 *
 * Locks are taken in one order: the table of words, the order, its forward, the wallet, the supplier. Lists and prices have another: the
 * supplier's catalogue, or a supplier whose rate is saved, then services, then their sources, and the supplier of a list last. So a
 * transaction of the engine never locks a service or a source, and a transaction of the catalogue never waits for a forward while it holds
 * a supplier.
 * @param isPaused whether the source of a refused service is paused already, which happens first, in a transaction of its own
 */
export async function settle(db: Db, attempt: Attempt, answer: AddResult, isPaused = false): Promise<Settled> {
  try {
    const settled = await db.transaction((tx) => settleWithin(tx, attempt, answer, isPaused));
    if (settled.kind !== 'not_paused') return settled;
    await pauseRefused(db, attempt, settled.text);
  } catch (error) {
    // The supplier named the number of another order: which of them it has is unknown.
    if (answer.kind !== 'accepted' || !isUniqueViolation(error, 'forwards_bought_key')) throw error;
    const text = `The supplier named number ${answer.externalOrderId}, which another order has`;
    return settle(db, attempt, { kind: 'unknown', text });
  }
  return settle(db, attempt, answer, true);
}

async function settleWithin(tx: Tx, attempt: Attempt, answer: AddResult, isPaused: boolean) {
  const hasWords = wordsIn(answer) !== undefined;
  // Words that get a meaning in this moment find every purchase that waits for it.
  if (hasWords) await tx.execute(sql`lock table supplier_refusal_words in row exclusive mode`);
  const words = hasWords ? await readRefusalWords(tx) : [];
  const row = await lockAnswered(tx, attempt.forwardId, attempt);
  if (!row) return { kind: 'late' as const, outcome: { kind: 'unknown' as const, text: 'There is no such purchase' } };
  const outcome = judge(answer, row, words);
  // It waits for a list that is being taken, which waits for no forward.
  if (outcome.reason === 'service' && !isPaused) return { kind: 'not_paused' as const, text: outcome.text };
  const isLate = row.isPreviousPanel || !isAwaited(row, attempt, outcome);
  const applied = await (isLate ? applyLate(tx, row, attempt, outcome) : apply(tx, row, attempt, outcome));
  return { kind: outcome.kind, outcome, ...applied };
}

/**
 * Locks a forward, and before it its order.
 * @param asked the attempt that is answered; without it the supplier is the one that was sent it last
 */
export async function lockAnswered(
  tx: Tx,
  forwardId: number,
  asked?: Pick<Attempt, 'supplier' | 'isAgain' | 'panelSince'>,
): Promise<AnsweredRow | undefined> {
  const { isAgain = false, panelSince = null } = asked ?? {};
  // The order's row first, as everywhere.
  const [row] = await tx.execute<AnsweredRow & Record<string, unknown>>(sql`
    select f.id, f.state, f.order_id as "orderId", f.supplier_id as "supplierId", f.attempts, f.position, f.cost_exact as "costMicros",
      f.holder as "lockOwner", f.external_order_id as "lateOrderId", o.status, o.status in ('pending', 'processing') as "isOpen",
      s.id as "askedId", s.idempotent, ${isAgain}::boolean as "isAgain", f.link_in_use_since is not null as "isLinkInUse",
      coalesce(f.link_in_use_since < now() - make_interval(hours => ${LINK_IN_USE_HOURS}), false) as "isLinkInUseForLong",
      (${isAgain}::boolean or exists (select from forwards e where e.order_id = o.id and e.id < f.id)
        or case when f.state = 'unknown'
          then (select count(*) > 1 from forward_events e where e.forward_id = f.id and e.to_state = 'unknown')
          else f.unknown_since is not null end) as "isDoubted",
      s.moved_at is distinct from ${panelSince}::timestamptz as "isPreviousPanel"
    from orders o join forwards f on f.order_id = o.id
      left join suppliers s on s.id = coalesce(${asked?.supplier.id ?? null}::bigint, f.supplier_id)
    where f.id = ${forwardId} for no key update of o, f`);
  return row;
}

/** Answers with the same `request_id` name the same order, whichever attempt they are for. */
function isAwaited(row: AnsweredRow, { attempt, order, supplier }: Attempt, { kind }: Outcome): boolean {
  const isSameOrder = kind === 'accepted' && order.requestId !== undefined && row.supplierId === supplier.id;
  if (row.state === 'unknown') return row.attempts === attempt || isSameOrder;
  return row.state === 'sending' && row.attempts === attempt;
}

type Applied = Partial<Settled>;

async function apply(tx: Tx, row: AnsweredRow, attempt: Attempt, outcome: Outcome): Promise<Applied> {
  const isSettled = outcome.kind !== 'unknown' || outcome.isFlagged === true;
  if (row.state === 'unknown' && !attempt.isAgain && isSettled) await forgetUnknown(tx, row);
  if (outcome.kind === 'accepted') return accept(tx, row, attempt, outcome.externalOrderId);
  if (row.lateOrderId !== null) return accept(tx, row, attempt, row.lateOrderId);
  await noteSupplier(tx, row, outcome);
  if (outcome.kind !== 'unknown' || outcome.isFlagged) return moveOn(tx, row, outcome);
  return stayUnknown(tx, row, attempt, outcome);
}

/** Its own answer, though late or by words that a person explained, makes it a purchase like any other: it does not count towards a stop. */
export async function forgetUnknown(tx: Tx, { id }: { id: number }): Promise<void> {
  await tx.execute(sql`update forwards set unknown_since = null where id = ${id}`);
}

async function accept(
  tx: Tx,
  row: AnsweredRow,
  { costMicros }: Attempt,
  externalOrderId: string,
  set: ForwardChange['set'] = {},
): Promise<Applied> {
  // The words about a second purchase stay, for the person who cancels it.
  const refusal = sql`case when flag = 'changed_after_end' then refusal end`;
  await changeForward(tx, row, { to: 'accepted', set: { externalOrderId, refusal, ...set } });
  const amountMicros = row.costMicros ?? costMicros;
  await bookPurchase(tx, { supplierId: row.askedId, forwardId: row.id, amountMicros });
  return { kind: 'accepted', decided: await beginOrder(tx, row) };
}

/** Marks a pending order as processing once a supplier has it, or may have it: the customer does not read whether a purchase is unknown. */
async function beginOrder(tx: Tx, { orderId, status }: Pick<AnsweredRow, 'orderId' | 'status'>) {
  if (status !== 'pending') return undefined;
  return decideOrderWithin(tx, { decider: 'supplier' }, { id: orderId, decision: 'processing' });
}

/** Several purchases that find no connection at once are one rest. */
const isResting = sql`coalesce(paused_until > now(), false)`;

/** What a refusal says about the supplier. */
async function noteSupplier(tx: Tx, { askedId: supplierId }: AnsweredRow, outcome: Outcome): Promise<void> {
  const { reason } = outcome;
  if (reason === 'account') await stopSupplier(tx, { supplierId, reason, text: outcome.text });
  if (reason === 'not_connected')
    await tx.execute(sql`
      update suppliers set unreachable_since = coalesce(unreachable_since, now()),
        unreachable_count = case when ${isResting} then unreachable_count else least(unreachable_count + 1, ${MOST_COUNTED}) end,
        paused_until = case when ${isResting} then paused_until
          else now() + make_interval(secs => least(2 ^ unreachable_count, ${LONGEST_UNREACHABLE_SECONDS})) end
      where id = ${supplierId}`);
  const pause = sql`paused_until = greatest(paused_until, now() + make_interval(secs => ${'restSeconds' in outcome ? (outcome.restSeconds ?? 0) : 0}))`;
  if (reason === 'throttled') await tx.execute(sql`update suppliers set ${pause} where id = ${supplierId}`);
}

/** Where a purchase goes that was refused, or that waits: the assigner chooses the next source, or leaves it to a person. */
async function moveOn(tx: Tx, row: AnsweredRow, outcome: Exclude<Outcome, { kind: 'accepted' }>): Promise<Applied> {
  const { kind, reason, text } = outcome;
  const change = { reason: text, set: { refusal: text, nextSupplierId: row.askedId } };
  const move = (to: ForwardChange['to'], set: ForwardChange['set'] = {}) =>
    changeForward(tx, row, { ...change, to, set: { ...change.set, ...set } });
  if (kind === 'unknown' && row.state === 'unknown')
    await tx.execute(sql`
      update forwards set flag = 'link_in_use', flagged_at = now(), due_at = null, holder = null,
        unknown_since = coalesce(unknown_since, now()) where id = ${row.id}`);
  else if (kind === 'unknown') await move('unknown', { flag: 'link_in_use', dueAt: null });
  else if (kind === 'refused' && !row.isOpen)
    await move(row.state === 'unknown' ? 'withdrawn' : 'refused', { nextSupplierId: null });
  else if (reason === 'funds') await move('waiting_funds');
  else if (reason === 'link_in_use')
    await move('queued', {
      linkInUseSince: sql`coalesce(link_in_use_since, now())`,
      dueAt: sql`now() + make_interval(mins => ${LINK_IN_USE_AGAIN_MINUTES})`,
    });
  // While the supplier's active order with the link may be ours, no other source gets it.
  else if (kind === 'wait' || (reason === 'account' && row.isLinkInUse)) await move('queued');
  else if (reason === 'account') await move('queued', { nextSupplierId: null });
  else await move('queued', { nextSupplierId: null, position: row.position + 1, linkInUseSince: null });
  return {};
}

/** Settles an unknown purchase, which {@link lockAnswered} has locked, as refused by other proof than its answer. */
export async function settleRefused(
  tx: Tx,
  row: AnsweredRow,
  refused: Pick<Refused, 'reason' | 'text'>,
): Promise<void> {
  const outcome = judge({ kind: 'refused', ...refused }, row, []);
  if (outcome.kind === 'accepted') return;
  await noteSupplier(tx, row, outcome);
  await moveOn(tx, row, outcome);
}

async function stayUnknown(
  tx: Tx,
  row: AnsweredRow,
  { attempt, isAgain }: Attempt,
  { text, words, isKnown, reason }: Extract<Outcome, { kind: 'unknown' }>,
): Promise<Applied> {
  const answerWords = words ?? null;
  const ofWords = { answerWords, wordsAttempt: attempt, unknownWords: isKnown ? null : answerWords };
  if (row.state !== 'unknown') return { decided: await becomeUnknown(tx, row, text, ofWords) };
  // The late answer to its own attempt.
  if (!isAgain) await tx.update(forwards).set(ofWords).where(eq(forwards.id, row.id));
  // The words of an answer stay proof about the purchase only if every attempt since was answered so.
  await tx.execute(sql`
    update forwards set holder = null, next_supplier_id = supplier_id,
      refusal = case when ${reason === 'throttled'}::boolean then refusal else ${text} end,
      words_attempt = case when answer_words = ${answerWords}::text and words_attempt = attempts - 1 then attempts else words_attempt end,
      due_at = now() + least(greatest((now() - unknown_since) / 2, make_interval(secs => ${SHORTEST_AGAIN_SECONDS})),
        make_interval(secs => ${LONGEST_AGAIN_SECONDS}))
    where id = ${row.id}`);
  return {};
}

/** Makes a purchase unknown that was sent, and begins its order. @returns the order, if its status changed */
export async function becomeUnknown(
  tx: Tx,
  row: AnsweredRow,
  reason: string,
  set: ForwardChange['set'] = {},
): Promise<DecidedOrder | undefined> {
  await changeForward(tx, row, { to: 'unknown', reason, set: { refusal: reason, ...set } });
  if (!set.unknownWords) await stopForUnknowns(tx, { id: row.askedId, idempotent: row.idempotent });
  return beginOrder(tx, row);
}

/**
 * An answer to an attempt that others have decided already. If nothing was sent since, a purchase is still written. Otherwise the order may
 * be bought twice: it is flagged for a person, and the first such number is stored until the attempt in flight is answered. So is one
 * with the number of another order, and nothing is sent for it then.
 */
async function applyLate(tx: Tx, row: AnsweredRow, attempt: Attempt, outcome: Outcome): Promise<Applied> {
  if (outcome.kind !== 'accepted') return { kind: 'late' };
  const { externalOrderId } = outcome;
  const { askedId: supplierId } = row;
  const [known] = await tx.execute<{ id: number }>(sql`
    select id from forwards where supplier_id = ${supplierId} and external_order_id = ${externalOrderId}`);
  if (known?.id === row.id) return { kind: 'late', isDoubtful: false };
  const isSameSupplier = row.supplierId === supplierId;
  const isUnsent =
    row.attempts === attempt.attempt && isSameSupplier && (row.state === 'queued' || row.state === 'waiting_funds');
  const words = `The supplier accepted attempt ${attempt.attempt} late, as number ${externalOrderId}`;
  const ofPanel = row.isPreviousPanel ? `${words} at its former address` : words;
  const reason = known ? `${ofPanel}, which another order has` : ofPanel;
  const flag = { flag: 'changed_after_end', flaggedAt: sql`now()` } as const;
  if (isUnsent && !known) {
    await changeForward(tx, row, { to: 'unknown', reason: 'the answer came late' });
    // Accepted before the move: the panel at the present address is never asked about the number.
    const acceptedAt = sql`(select moved_at - interval '1 millisecond' from suppliers where id = ${supplierId})`;
    const former = row.isPreviousPanel ? { ...flag, refusal: reason, statusDueAt: null, acceptedAt } : {};
    return accept(tx, { ...row, state: 'unknown' }, attempt, externalOrderId, former);
  }
  if (isUnsent) await changeForward(tx, row, { to: 'unknown', reason, set: { ...flag, refusal: reason } });
  else {
    const isStored =
      row.state === 'sending' && isSameSupplier && !row.isPreviousPanel && row.lateOrderId === null && !known;
    // The words about a number before stay.
    const refusal = sql`case when flag = 'changed_after_end' then concat_ws('; ', refusal, ${reason}::text) else ${reason}::text end`;
    await tx
      .update(forwards)
      .set({ ...flag, refusal, ...(isStored && { externalOrderId }) })
      .where(eq(forwards.id, row.id));
    // Of the attempt: the forward stays as it is.
    await addEvent(tx, { forwardId: row.id, from: 'unknown', to: 'accepted', supplierId, reason });
  }
  return { kind: 'late', isDoubtful: true };
}
