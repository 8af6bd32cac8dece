import type { ForwardFlag } from '#shared/forward-states.ts';
import { isFinal, type OrderStatus } from '#shared/order-status.ts';
import { NOTHING, type SupplierMicros } from '#shared/supplier-money.ts';
import type { StatusMeaning } from '#shared/supplier-words.ts';

/** The order that a supplier's status is about, as the panel has it. */
export interface JudgedOrder {
  status: OrderStatus;
  quantity: number;
  /** The undelivered units of a partial order. */
  remaining: number | null;
  isPackage: boolean;
}

/** A supplier's status of an order. */
export interface SupplierStatus {
  /** Undefined for a word in no table. */
  meaning: StatusMeaning | undefined;
  charge?: SupplierMicros | undefined;
  startCount?: number | undefined;
  /** As the supplier says it. */
  remains?: number | undefined;
}

type SupplierDecision = { decision: 'complete' | 'reject' } | { decision: 'partial'; remaining: number };

/** What the panel does about a status. */
export interface Verdict {
  /** Decides the order, in the supplier's name. */
  decided?: SupplierDecision;
  /** Needs a person. */
  flag?: ForwardFlag;
  /** Units that the supplier does not deliver: their cost comes back. */
  returnedUnits?: number;
  /** What the customer reads about an open order. */
  progress?: { startCount?: number; remains?: number };
}

/** Whether a status says that units of the order are delivered: some are left and others not, or it ended with some. */
export function hasBegun({ quantity }: JudgedOrder, { decided, progress }: Verdict): boolean {
  return decided ? decided.decision !== 'reject' : isBetween(progress?.remains ?? 0, quantity);
}

/** Whether some units are left, and not all. */
export const isBetween = (remains: number, quantity: number) => remains > 0 && remains < quantity;

/**
 * Decides what a supplier's status means for an order. It never refunds on an unclear word or figure: those get a flag. An order that
 * has ended is not decided again.
 */
export function judgeStatus(order: JudgedOrder, said: SupplierStatus): Verdict {
  const { meaning } = said;
  const isOver = hasEnded(order);
  // Panels have words of their own for a delivered order, such as one for a refill.
  if (isOver && (!meaning || meaning === 'open')) return {};
  if (!meaning) return { flag: 'unknown_status' };
  const remains = remainsOf(order, { ...said, meaning });
  if (remains === 'out_of_range') return { flag: 'remains_out_of_range' };
  const outcome = outcomeOf(order, { ...said, meaning, remains });
  if (outcome === 'open') return { progress: progressOf(order, said, remains) };
  if ('flag' in outcome) return outcome;
  const verdict = isOver ? afterEnd(order, outcome) : atEnd(outcome, said);
  // The customer has what was ordered, as the supplier says; a person looks at what it says is left.
  const hasRemains = meaning === 'completed' && remains !== undefined && remains > 0;
  return hasRemains && !verdict.flag && order.status !== 'partial'
    ? { ...verdict, flag: 'completed_with_remains' }
    : verdict;
}

function hasEnded({ status }: JudgedOrder): boolean {
  return isFinal(status) || status === 'rejected';
}

type ReadStatus = Omit<SupplierStatus, 'meaning'> & { meaning: StatusMeaning };

/** The units that are left; undefined if the supplier names none. More than ordered is delivered on a completed order. */
function remainsOf({ quantity }: JudgedOrder, { meaning, remains }: ReadStatus): number | undefined | 'out_of_range' {
  if (remains === undefined) return meaning === 'partial' ? 'out_of_range' : undefined;
  if (remains < 0 && meaning === 'completed') return 0;
  return remains < 0 || remains > quantity ? 'out_of_range' : remains;
}

/** The end of an order as the supplier means it. */
interface Outcome {
  status: 'completed' | 'partial' | 'rejected';
  undelivered: number;
}

function outcomeOf(
  { quantity, isPackage }: JudgedOrder,
  { meaning, charge, remains = 0 }: ReadStatus,
): Outcome | 'open' | { flag: ForwardFlag } {
  switch (meaning) {
    case 'open':
      return 'open';
    case 'completed':
      return { status: 'completed', undelivered: 0 };
    case 'canceled':
      return (charge ?? NOTHING) !== NOTHING
        ? { flag: 'charged_though_canceled' }
        : { status: 'rejected', undelivered: quantity };
    case 'partial':
      if (isPackage) return { flag: 'partial_package' };
      if (remains === 0) return { status: 'completed', undelivered: 0 };
      return { status: remains === quantity ? 'rejected' : 'partial', undelivered: remains };
  }
}

const decisionFor = { completed: 'complete', rejected: 'reject' } as const;

function atEnd({ status, undelivered }: Outcome, { startCount }: SupplierStatus): Verdict {
  const decided: SupplierDecision =
    status === 'partial' ? { decision: 'partial', remaining: undelivered } : { decision: decisionFor[status] };
  return {
    decided,
    ...(undelivered > 0 && { returnedUnits: undelivered }),
    ...(startCount !== undefined && startCount > 0 && { progress: { startCount } }),
  };
}

/** The order keeps its end. A supplier that means another one is for a person; so is money that it gave back. */
function afterEnd({ status, quantity, remaining }: JudgedOrder, outcome: Outcome): Verdict {
  const undelivered = status === 'rejected' ? quantity : (remaining ?? 0);
  const returned = outcome.undelivered > 0 && { returnedUnits: outcome.undelivered };
  if (outcome.undelivered > undelivered) return { flag: 'money_back', ...returned };
  if (outcome.undelivered < undelivered) return { flag: 'changed_after_end', ...returned };
  return { ...returned };
}

/**
 * Figures of an open order. "0" also stands for "unknown" in the trade, so no remains is no news, and no start count is news only once
 * the delivery runs.
 */
function progressOf(
  { quantity }: JudgedOrder,
  { startCount }: SupplierStatus,
  remains: number | undefined,
): Verdict['progress'] {
  const isRunning = remains !== undefined && isBetween(remains, quantity);
  const isNews = startCount !== undefined && (startCount > 0 || (startCount === 0 && isRunning));
  return { ...(isNews && { startCount }), ...(remains !== undefined && remains > 0 && { remains }) };
}
