import { sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/client.ts';
import { pauseUnsold } from '#server/suppliers/catalogue/pause-unsold.ts';
import type { OrderAnswer } from '#server/suppliers/protocols/results.ts';
import type { ListDeps } from '#server/suppliers/read-list.ts';
import { nextStatus, type UsualTime, usualTimes } from '#server/suppliers/status-schedule.ts';
import type { ForwardFlag, ForwardState } from '#shared/forward-states.ts';
import type { Nanos } from '#shared/money.ts';
import { isOpen } from '#shared/order-status.ts';
import { NOTHING, type SupplierMicros } from '#shared/supplier-money.ts';
import { acknowledgeDecidedOrder, type DecidedOrder, decideOrderWithin } from '../decide-order.ts';
import { queueAtSupplier } from '../requests/requests-at-supplier.ts';
import { storeProgress } from '../set-progress.ts';
import { bookFirstCharge, bookUndelivered, isOvercharge, type Purchase } from './book-status.ts';
import { hasBegun, isBetween, type JudgedOrder, judgeStatus, type Verdict } from './judge-status.ts';
import { meaningOf, type StatusWords } from './status-words.ts';

/** An answer about one accepted forward. */
export interface AnswerAbout {
  forwardId: number;
  orderId: number;
  answer: OrderAnswer;
}

export type StatusDeps = Pick<ListDeps, 'db' | 'events'>;

/**
 * Applies a supplier's answer to a forward and its order in one transaction: the decision in the supplier's name, the refund, the
 * figures for the customer, the books, and when it is asked for next. An order that has ended is not decided again. Repeating an answer
 * changes nothing.
 */
export async function applyStatus(deps: StatusDeps & { words: StatusWords }, about: AnswerAbout): Promise<void> {
  const { db, events, words } = deps;
  const usualOf = await usualTimes(db);
  const applied = await db.transaction((tx) => applyWithin(tx, about, { words, usualOf }));
  events.publish('forwards', String(about.forwardId));
  if (!applied) return;
  const { order, decided, isProgressNew, isOvercharged } = applied;
  if (isOvercharged && (await noteOvercharge(db, about.forwardId))) await pauseUnsold(deps);
  if (decided) acknowledgeDecidedOrder({ db, events }, decided);
  else if (isProgressNew) events.publish('orders', `${order.userId}:${order.id}`);
}

interface Applied {
  order: LockedOrder;
  decided: DecidedOrder | undefined;
  isProgressNew: boolean;
  /** By a charge that was not named before. */
  isOvercharged: boolean;
}

interface Known {
  words: StatusWords;
  usualOf: (serviceId: number) => UsualTime;
}

async function applyWithin(tx: Tx, about: AnswerAbout, { words, usualOf }: Known): Promise<Applied | undefined> {
  const order = await lockOrder(tx, about.orderId);
  const forward = await lockForward(tx, about.forwardId);
  if (!order || forward?.state !== 'accepted') return undefined;
  const { answer } = about;
  const usual = usualOf(order.serviceId);
  if (answer.kind !== 'status') {
    await noteNoStatus(tx, { forward, answer, usual });
    return undefined;
  }
  // A customer may have asked to cancel while it was being bought.
  if (forward.statusCount === 0) await queueAtSupplier(tx, { orderId: order.id });
  const said = { ...answer, meaning: meaningOf(words, answer.word) };
  const verdict = judgeStatus(order, said);
  const decided = verdict.decided && (await decide(tx, order.id, verdict.decided));
  const isProgressNew = await storeProgress(tx, { id: order.id, ...verdict.progress });
  await book(tx, { forward, order, answer, verdict });
  const isOvercharged = isNewOvercharge({ forward, order, answer, verdict });
  const flag = isOvercharged ? 'overcharged' : verdict.flag;
  const isDecided = decided !== undefined;
  // Without `started_at` it had begun before the column was there.
  const isBegun = hasBegun(order, verdict) && !isBetween(forward.supplierRemains ?? 0, order.quantity);
  await noteStatus(tx, {
    forward,
    answer,
    usual,
    flag,
    isBegun,
    isDecided,
    isEnded: isDecided || !isOpen(order.status),
  });
  return { order, decided, isProgressNew, isOvercharged };
}

type Status = Extract<OrderAnswer, { kind: 'status' }>;
type NoStatus = Exclude<OrderAnswer, Status>;

function decide(tx: Tx, id: number, decided: NonNullable<Verdict['decided']>): Promise<DecidedOrder> {
  return decideOrderWithin(tx, { decider: 'supplier' }, { id, ...decided });
}

interface Booking {
  forward: LockedForward;
  order: LockedOrder;
  answer: Status;
  verdict: Verdict;
}

/** After the decision, which locks the wallet: the books lock the supplier. */
async function book(tx: Tx, { forward, order, answer, verdict }: Booking): Promise<void> {
  const { returnedUnits, flag } = verdict;
  const isFirst =
    forward.chargedMicros === null &&
    forward.returnedNanos === null &&
    (forward.supplierChargeMicros ?? NOTHING) === NOTHING;
  // The charge of an order that is canceled or delivered in part is what is left of it.
  const isWhole = returnedUnits === undefined && isClear(verdict);
  const { charge } = answer;
  const purchase =
    isFirst && isWhole && isInItsCurrency(forward, answer) && charge !== undefined
      ? await bookFirstCharge(tx, forward, charge)
      : forward;
  if (returnedUnits === undefined) return;
  await bookUndelivered(tx, purchase, {
    units: returnedUnits,
    quantity: order.quantity,
    isAfterEnd: flag === 'money_back',
  });
}

/** Whether nothing speaks against the figures of an answer. */
const isClear = ({ flag }: Verdict) => flag === undefined || flag === 'completed_with_remains';

function isInItsCurrency(forward: LockedForward, { currency }: Status): boolean {
  return currency === undefined || currency.toUpperCase() === forward.currency;
}

/** A person who has seen a charge is not told of it again, and a purchase counts once, however often its charge rises. */
function isNewOvercharge({ forward, order, answer, verdict }: Booking): boolean {
  const { charge } = answer;
  const isNew = charge !== forward.supplierChargeMicros || isOfAnAnswer(forward.flag);
  return (
    charge !== undefined &&
    isNew &&
    forward.flag !== 'overcharged' &&
    isClear(verdict) &&
    isInItsCurrency(forward, answer) &&
    isOvercharge(forward, charge, order.chargeNanos)
  );
}

/** The overcharge of a service that pauses its source. */
const OVERCHARGES_TO_PAUSE = 3;

/**
 * Counts an overcharge at its source, and pauses it at the third since it was last resumed. A transaction of its own, which waits for a
 * list that is taken.
 * @returns whether it is paused now
 */
async function noteOvercharge(db: Db, forwardId: number): Promise<boolean> {
  const isThird = sql`s.paused_at is null and s.overcharges + 1 >= ${OVERCHARGES_TO_PAUSE}`;
  const noted = await db.execute<{ paused: boolean }>(sql`
    update service_sources s set overcharges = least(s.overcharges + 1, ${MOST_COUNTED}),
      paused_reason = case when ${isThird} then 'overcharged' else s.paused_reason end,
      paused_at = case when ${isThird} then now() else s.paused_at end,
      paused_text = case when ${isThird} then null else s.paused_text end
    from forwards f join orders o on o.id = f.order_id
    where f.id = ${forwardId} and s.service_id = o.service_id and s.supplier_id = f.supplier_id and s.external_id = f.external_id
    returning s.paused_reason = 'overcharged' as paused`);
  return noted.some(({ paused }) => paused);
}

interface LockedOrder extends JudgedOrder, Record<string, unknown> {
  id: number;
  userId: number;
  serviceId: number;
  chargeNanos: Nanos;
}

async function lockOrder(tx: Tx, id: number): Promise<LockedOrder | undefined> {
  const [order] = await tx.execute<LockedOrder>(sql`
    select id, user_id as "userId", service_id as "serviceId", charge_nanos as "chargeNanos", status, quantity, remaining, per = 1 as "isPackage"
    from orders where id = ${id} for no key update`);
  return order;
}

interface LockedForward extends Purchase, Record<string, unknown> {
  state: ForwardState;
  currency: string;
  flag: ForwardFlag | null;
  supplierStatus: string | null;
  supplierRemains: number | null;
  supplierChargeMicros: SupplierMicros | null;
  statusCount: number;
  notKnownCount: number;
  unreadableCount: number;
  returnedNanos: number | null;
  /** Whether its order had ended at the last answer. */
  isOver: boolean;
}

/** After the order's lock, as staff's decisions take them. */
async function lockForward(tx: Tx, id: number): Promise<LockedForward | undefined> {
  const [forward] = await tx.execute<LockedForward>(sql`
    select f.id as "forwardId", f.supplier_id as "supplierId", f.state, f.flag, f.cost_exact as "costMicros",
      f.cost_nanos as "costNanos", f.rate_picos as "ratePicos", f.charged_exact as "chargedMicros",
      f.charged_nanos as "chargedNanos", f.supplier_status as "supplierStatus", f.supplier_remains as "supplierRemains",
      f.supplier_charge_exact as "supplierChargeMicros", f.status_count as "statusCount",
      f.not_known_count as "notKnownCount", f.unreadable_count as "unreadableCount", f.returned_nanos as "returnedNanos", f.ended_at is not null as "isOver", s.currency
    from forwards f left join suppliers s on s.id = f.supplier_id where f.id = ${id} for no key update of f`);
  return forward;
}

/** Flags about the last answer only: a good one ends them. Others wait for a person. */
const flagsOfAnAnswer: readonly ForwardFlag[] = [
  'unknown_status',
  'remains_out_of_range',
  'order_not_known',
  'unreadable_status',
];
const isOfAnAnswer = (flag: ForwardFlag | null) => flag !== null && flagsOfAnAnswer.includes(flag);
const LONGEST_WORD = 60;

interface Note<Answer extends OrderAnswer> {
  forward: LockedForward;
  answer: Answer;
  usual: UsualTime;
}

interface StatusNote extends Note<Status> {
  flag: ForwardFlag | undefined;
  /** Whether it is the first answer that says that units are delivered. */
  isBegun: boolean;
  /** By this answer. */
  isDecided: boolean;
  isEnded: boolean;
}

async function noteStatus(tx: Tx, note: StatusNote): Promise<void> {
  const { forward, answer, usual, flag, isBegun, isDecided, isEnded } = note;
  const word = wordOf(answer);
  const { remains = null, charge = null } = answer;
  // A person who resolved a flag is not asked again about the same answer.
  const isSame =
    forward.supplierStatus === word && forward.supplierRemains === remains && forward.supplierChargeMicros === charge;
  const isReplaced = forward.flag === null || isOfAnAnswer(forward.flag);
  const isSeen = isSame && forward.flag === null && !isDecided;
  const next = !isReplaced || isSeen ? forward.flag : (flag ?? null);
  const endedAt = isEnded ? sql`coalesce(f.ended_at, now())` : sql`null::timestamptz`;
  await tx.execute(sql`
    update forwards f set supplier_status = ${word}, supplier_remains = ${remains}::bigint,
      supplier_charge_exact = ${charge}::numeric, status_at = now(), status_count = f.status_count + 1, not_known_count = 0,
      unreadable_count = 0, started_at = coalesce(f.started_at, case when ${isBegun}::boolean then now() end),
      ended_at = ${endedAt}, ${nextStatus(endedAt, usual)}, ${flagged(next)}
    where f.id = ${forward.forwardId}`);
}

/** The supplier does not know the order, or its answer can't be read. */
async function noteNoStatus(tx: Tx, { forward, answer: { kind, text }, usual }: Note<NoStatus>): Promise<void> {
  const isNotKnown = kind === 'not_known';
  const count = Math.min((isNotKnown ? forward.notKnownCount : forward.unreadableCount) + 1, MOST_COUNTED);
  // Suppliers forget old orders.
  const isNews = count === TIMES_TO_FLAG && !forward.isOver;
  const isFlagged = isNews && (forward.flag === null || isOfAnAnswer(forward.flag));
  const flag = isNotKnown ? 'order_not_known' : 'unreadable_status';
  const word = isFlagged && !isNotKnown ? wordOf({ word: text }) : forward.supplierStatus;
  await tx.execute(sql`
    update forwards f set ${isNotKnown ? sql`not_known_count` : sql`unreadable_count`} = ${count},
      supplier_status = ${word}, ${nextStatus(sql`f.ended_at`, usual)}, ${flagged(isFlagged ? flag : forward.flag)}
    where f.id = ${forward.forwardId}`);
}

/** "Incorrect order ID", or what is no status, this many times in a row needs a person. */
const TIMES_TO_FLAG = 3;
const MOST_COUNTED = 30_000;

const flagged = (flag: ForwardFlag | null) => sql`
  flag = ${flag}::text,
  flagged_at = case when ${flag}::text is null then null when f.flag is not distinct from ${flag} then f.flagged_at else now() end`;

/** The supplier's word as it is stored. */
export function wordOf({ word }: { word: string }): string {
  return word.slice(0, LONGEST_WORD).toWellFormed();
}
