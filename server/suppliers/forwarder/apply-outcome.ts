import { eq, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/client.ts';
import { isUniqueViolation } from '#db/errors.ts';
import { forwards } from '#db/schema/forwards.ts';
import type { ForwardState } from '#shared/forward-states.ts';
import type { DecidedOrder } from '../../features/orders/decide-order.ts';
import { reasonOfRefusal, refusesAccount } from '../api/refusals.ts';
import type { AddResult, Refused, Unknown } from '../api/results.ts';
import { bookPurchase } from '../books.ts';
import { judgeByWords, readRefusalWords, wordsOf } from '../refusal-words.ts';
import { stopSupplier } from '../stop-supplier.ts';
import { type AnsweredRow, pauseSource, queueAfterNoAnswer, refuse, restUnreachable } from './apply-refusal.ts';
import { beginOrder } from './begin-order.ts';
import type { Attempt } from './claim-forward.ts';
import { addEvent, changeForward, type ForwardChange } from './forward-changes.ts';
import { stopForUnknowns } from './stop-for-unknowns.ts';

/** The longest rest that a supplier may ask for. */
const LONGEST_REST_SECONDS = 15 * 60;
const LINK_IN_USE_HOURS = 24;
/** An unknown purchase is asked for again after half of its age, within these limits. */
const SHORTEST_AGAIN_SECONDS = 2;
const LONGEST_AGAIN_SECONDS = 15 * 60;

/** What an answer did. */
export interface Applied {
  /**
   * `late`: the forward has gone on without the answer. An order that was bought then may be bought twice: `isDoubtful`.
   */
  kind: 'accepted' | 'nothing_bought' | 'unknown' | 'late';
  isDoubtful: boolean;
  /** Set if the order's status changed. To be acknowledged after the commit. */
  decided: DecidedOrder | undefined;
}

/** With the answer as the words in the shop's table say. */
type AppliedOutcome = Applied & { result: AddResult };

/**
 * Writes the outcome of an attempt, once: the forward's state, the books, the order's status, and what it says about supplier and
 * source. An answer that comes late still settles its own attempt.
 *
 * Locks are taken in one order: the order, its forward, the wallet, the supplier. Lists and prices have another: the supplier's catalogue,
 * or a supplier whose rate is saved, then services, then their sources, and the supplier of a list last. So a transaction of the engine
 * never locks a service or a source, and a transaction of the catalogue never waits for a forward while it holds a supplier.
 */
export async function applyOutcome(db: Db, attempt: Attempt, answered: AddResult): Promise<AppliedOutcome> {
  const hasWords = wordsOf(answered) !== undefined;
  const result = hasWords ? judgeByWords(await readRefusalWords(db), attempt.supplier.id, answered) : answered;
  if (result.kind === 'refused' && result.reason === 'service') await pauseSource(db, attempt, result.text);
  try {
    const applied = await db.transaction(async (tx) => {
      const isChanged = result.kind === 'unknown' && hasWords && (await areKnownNow(tx, attempt, answered, result));
      return isChanged ? undefined : apply(tx, attempt, result);
    });
    return applied ? { ...applied, result } : await applyOutcome(db, attempt, answered);
  } catch (error) {
    // The supplier named the number of another order: which of them it has is unknown.
    if (result.kind !== 'accepted' || !isUniqueViolation(error, 'forwards_bought_key')) throw error;
    const text = `The supplier named number ${result.externalOrderId}, which another order has`;
    return { ...(await db.transaction((tx) => apply(tx, attempt, { kind: 'unknown', text }))), result };
  }
}

/** Whether a person has given the words a meaning in this moment. Words that get one find every purchase that waits for it. */
async function areKnownNow(tx: Tx, { supplier }: Attempt, answered: AddResult, result: Unknown): Promise<boolean> {
  await tx.execute(sql`lock table supplier_refusal_words in row exclusive mode`);
  const now = judgeByWords(await readRefusalWords(tx), supplier.id, answered);
  return now.kind !== result.kind || now.isKnown !== result.isKnown;
}

async function apply(tx: Tx, attempt: Attempt, result: AddResult): Promise<Applied> {
  const row = await lockAnswered(tx, attempt);
  if (!row || row.isFormerPanel || !isAwaited(row, attempt, result)) return applyLate(tx, row, attempt, result);
  if (row.state === 'unknown' && !attempt.isAgain && result.kind !== 'unknown') await forgetUnknown(tx, row);
  if (row.lateOrderId !== null && result.kind !== 'accepted') return accept(tx, row, attempt, row.lateOrderId);
  switch (result.kind) {
    case 'accepted':
      return accept(tx, row, attempt, result.externalOrderId);
    case 'unknown':
      return stayUnknown(tx, row, attempt, result);
    case 'throttled':
      await restSupplier(tx, attempt.supplier.id, Math.min(result.retryAfterSeconds, LONGEST_REST_SECONDS));
      if (attempt.isAgain) return askLater(tx, row);
      return done(await queueAfterNoAnswer(tx, row, attempt.supplier.id, 'too many calls'));
    case 'refused':
      if (attempt.isAgain && !isEvidence(result)) return stayRefusedUnknown(tx, row, attempt, result);
      return done(await refuse(tx, row, attempt, result));
  }
}

type AnsweredAttempt = Pick<Attempt, 'forwardId' | 'orderId' | 'isAgain' | 'panelSince'> & {
  supplier: { id: number };
};

/** Locks the forward of an answer, and before it its order. */
export async function lockAnswered(
  tx: Tx,
  { forwardId, orderId, supplier, panelSince, isAgain }: AnsweredAttempt,
): Promise<AnsweredRow | undefined> {
  // The order's row first, as everywhere.
  const [row] = await tx.execute<AnsweredRow & Record<string, unknown>>(sql`
    select f.id, f.state, f.supplier_id as "supplierId", f.attempts, f.position, f.cost_exact as "costMicros",
      f.external_order_id as "lateOrderId", o.status, o.service_id as "serviceId", o.quantity, o.per, o.charge_nanos as "chargeNanos",
      f.link_in_use_since is not null as "isLinkInUse",
      coalesce(f.link_in_use_since < now() - make_interval(hours => ${LINK_IN_USE_HOURS}), false) as "isLinkInUseForLong",
      (${isAgain}::boolean or exists (select from forwards e where e.order_id = o.id and e.id < f.id)
        or case when f.state = 'unknown'
          then (select count(*) > 1 from forward_events e where e.forward_id = f.id and e.to_state = 'unknown')
          else f.unknown_since is not null end) as "isDoubted",
      (select moved_at from suppliers where id = ${supplier.id}) is distinct from ${panelSince}::timestamptz as "isFormerPanel"
    from orders o join forwards f on f.order_id = o.id where o.id = ${orderId} and f.id = ${forwardId}
    for no key update of o, f`);
  return row;
}

/** Answers with the same `request_id` name the same order, whichever attempt they are for. */
function isAwaited(row: AnsweredRow, { attempt, order, supplier }: Attempt, result: AddResult): boolean {
  const isSameOrder = result.kind === 'accepted' && order.requestId !== undefined && row.supplierId === supplier.id;
  if (row.state === 'unknown') return row.attempts === attempt || isSameOrder;
  return row.state === 'sending' && row.attempts === attempt;
}

/** Its own answer, though late or by words that a person explained, makes it a purchase like any other: it does not count towards a stop. */
export async function forgetUnknown(tx: Tx, { id }: { id: number }): Promise<void> {
  await tx.execute(sql`update forwards set unknown_since = null where id = ${id}`);
}

async function accept(
  tx: Tx,
  row: AnsweredRow,
  attempt: Attempt,
  externalOrderId: string,
  set: ForwardChange['set'] = {},
): Promise<Applied> {
  // The words about a second purchase stay, for the person who cancels it.
  const refusal = sql`case when flag = 'changed_after_end' then refusal end`;
  await changeForward(tx, row, { to: 'accepted', set: { externalOrderId, refusal, ...set } });
  const amountMicros = row.costMicros ?? attempt.costMicros;
  await bookPurchase(tx, { supplierId: attempt.supplier.id, forwardId: row.id, amountMicros });
  return { kind: 'accepted', isDoubtful: false, decided: await beginOrder(tx, attempt.orderId, row.status) };
}

async function stayUnknown(
  tx: Tx,
  row: AnsweredRow,
  attempt: Attempt,
  { text, words, isKnown }: Unknown,
): Promise<Applied> {
  const unknownWords = isKnown ? null : (words ?? null);
  const ofWords = { answerWords: words ?? null, wordsAttempt: attempt.attempt, unknownWords };
  if (row.state === 'unknown') {
    // The late answer to its own attempt.
    if (!attempt.isAgain) await tx.update(forwards).set(ofWords).where(eq(forwards.id, row.id));
    return askLater(tx, row, text, words);
  }
  await changeForward(tx, row, { to: 'unknown', reason: text, set: { refusal: text, ...ofWords } });
  if (unknownWords === null) await stopForUnknowns(tx, attempt.supplier);
  return { kind: 'unknown', isDoubtful: false, decided: await beginOrder(tx, attempt.orderId, row.status) };
}

/** A refusal that says nothing about the purchase before: the supplier did not look for it. */
async function stayRefusedUnknown(
  tx: Tx,
  row: AnsweredRow,
  { supplier }: Attempt,
  { reason, text }: Refused,
): Promise<Applied> {
  if (reason === 'not_connected') await restUnreachable(tx, supplier.id);
  if (reason === 'account') await stopSupplier(tx, { supplierId: supplier.id, reason: 'account', text });
  return askLater(tx, row, text);
}

/** @param words of the answer. They stay proof about the purchase only if every attempt since was answered so */
async function askLater(tx: Tx, row: AnsweredRow, text?: string, words?: string): Promise<Applied> {
  await tx.execute(sql`
    update forwards set holder = null, refusal = coalesce(${text ?? null}::text, refusal), next_supplier_id = supplier_id,
      words_attempt = case when answer_words = ${words ?? null}::text and words_attempt = attempts - 1 then attempts else words_attempt end,
      due_at = now() + least(greatest((now() - unknown_since) / 2, make_interval(secs => ${SHORTEST_AGAIN_SECONDS})),
        make_interval(secs => ${LONGEST_AGAIN_SECONDS}))
    where id = ${row.id}`);
  return done('unknown');
}

const OK = 200;

/**
 * Whether a refusal of a question with a known `request_id` proves that nothing was bought before: only with status 200, and in words
 * about funds, the service, the link or the order. Another status is also a gateway's or a firewall's. The key and the account are
 * checked before a supplier looks for the order, so words that may be about them say nothing, also beside a link. A refused id is known,
 * and words that only the shop's own table has say nothing about the attempt before.
 */
function isEvidence({ reason, text, httpStatus }: Refused): boolean {
  if (httpStatus !== OK || /request.?id|idempoten/i.test(text) || refusesAccount(text)) return false;
  return reason !== 'account' && reasonOfRefusal(text) === reason;
}

async function restSupplier(tx: Tx, supplierId: number, seconds: number): Promise<void> {
  await tx.execute(sql`
    update suppliers set paused_until = greatest(paused_until, now() + make_interval(secs => ${seconds})) where id = ${supplierId}`);
}

const LATE = ['queued', 'waiting_funds'] satisfies ForwardState[];

/**
 * An answer to an attempt that others have decided already. If nothing was sent since, a purchase is still written. Otherwise the order may
 * be bought twice: it is flagged for a person, and the first such number is stored until the attempt in flight is answered. So is one
 * with the number of another order, and nothing is sent for it then.
 */
async function applyLate(tx: Tx, row: AnsweredRow | undefined, attempt: Attempt, result: AddResult): Promise<Applied> {
  if (!row || result.kind !== 'accepted') return done('late');
  const { externalOrderId } = result;
  const [known] = await tx.execute<{ id: number }>(sql`
    select id from forwards where supplier_id = ${attempt.supplier.id} and external_order_id = ${externalOrderId}`);
  if (known?.id === row.id) return done('late');
  const isSameSupplier = row.supplierId === attempt.supplier.id;
  const isUnsent = row.attempts === attempt.attempt && LATE.some((state) => state === row.state) && isSameSupplier;
  const words = `The supplier accepted attempt ${attempt.attempt} late, as number ${externalOrderId}`;
  const ofPanel = row.isFormerPanel ? `${words} at its former address` : words;
  const reason = known ? `${ofPanel}, which another order has` : ofPanel;
  const flag = { flag: 'changed_after_end', flaggedAt: sql`now()` } as const;
  if (isUnsent && !known) {
    await changeForward(tx, row, { to: 'unknown', reason: 'the answer came late' });
    const former = { ...flag, refusal: reason, statusDueAt: null, acceptedAt: beforeMove(attempt) };
    return accept(tx, { ...row, state: 'unknown' }, attempt, externalOrderId, row.isFormerPanel ? former : {});
  }
  if (isUnsent) await changeForward(tx, row, { to: 'unknown', reason, set: { ...flag, refusal: reason } });
  else {
    const isStored =
      row.state === 'sending' && isSameSupplier && !row.isFormerPanel && row.lateOrderId === null && !known;
    // The words about a number before stay.
    const refusal = sql`case when flag = 'changed_after_end' then concat_ws('; ', refusal, ${reason}::text) else ${reason}::text end`;
    await tx
      .update(forwards)
      .set({ ...flag, refusal, ...(isStored && { externalOrderId }) })
      .where(eq(forwards.id, row.id));
    // Of the attempt: the forward stays as it is.
    await addEvent(tx, { forwardId: row.id, from: 'unknown', to: 'accepted', supplierId: attempt.supplier.id, reason });
  }
  return { kind: 'late', isDoubtful: true, decided: undefined };
}

/** Accepted by the former panel: the one at the present address is never asked about the number. */
function beforeMove({ supplier }: Attempt) {
  return sql`(select moved_at - interval '1 millisecond' from suppliers where id = ${supplier.id})`;
}

function done(kind: Applied['kind']): Applied {
  return { kind, isDoubtful: false, decided: undefined };
}
