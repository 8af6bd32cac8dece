import { randomInt } from 'node:crypto';
import { DomainError } from '../errors.ts';

/** An estimate until the first hash is measured; each further measurement has a weight of a fifth. */
const FIRST_GUESS_MS = 50;
const WEIGHT_OF_NEWEST = 0.2;
/** About half of the callers that hold a place but do not wait yet are refused for other reasons first. */
const SHARE_THAT_ARRIVES = 0.5;
const RETRIES_SPREAD_SECONDS = 3;
/** A payer that uses more than a twentieth of a core's time is in debt, and waits behind the others of its queue. */
const DEBT_PER_WORK = 20;
/** Above this many payers, those without a debt are forgotten. */
const MOST_PAYERS = 10_000;

/** Known callers have their own queue, so that a flood of strangers does not block them. */
export type CallerKind = 'known' | 'stranger';

/** A place in the queue, taken before any other work. */
export interface Place {
  /** Runs the work when its turn comes. @throws DomainError `busy` if the turn did not come in time */
  run: <T>(work: () => Promise<T>) => Promise<T>;
  /** Gives up a place before its turn; safe to call at any time. */
  leave: () => void;
}

export interface HashQueueOptions {
  atOnce: number;
  /** The longest wait in milliseconds; a caller who would wait longer is refused at once. */
  longestWaitMs: number;
}

interface Ticket {
  /** When its payer is out of debt: the order in the queue (start-time fair queuing). */
  startMs: number;
  /** Set while it waits; before that it is on its way. */
  begin?: () => void;
}

/**
 * Accepts as much work as can begin within `longestWaitMs`, estimated from recent durations. If both queues have waiting work, they
 * take turns, but a stranger in debt gives way to known callers. The time of work is counted by payer: who has used the most waits behind
 * the others of its queue.
 */
export function createHashQueue({ atOnce, longestWaitMs }: HashQueueOptions) {
  const queues: Record<CallerKind, Set<Ticket>> = { known: new Set(), stranger: new Set() };
  const debtFreeAtMs = new Map<string, number>();
  let running = 0;
  let workMs = FIRST_GUESS_MS;
  let servedLast: CallerKind = 'stranger';

  return {
    /**
     * @param payer the account or address whose time is used
     * @throws DomainError `busy`, with the time to wait, if the turn would come too late
     */
    enter(kind: CallerKind, payer?: string): Place {
      const now = performance.now();
      const ticket: Ticket = { startMs: Math.max(now, (payer !== undefined && debtFreeAtMs.get(payer)) || now) };
      assertInTime(kind, ticket, SHARE_THAT_ARRIVES);
      const deadline = now + longestWaitMs;
      const account = payer === undefined ? undefined : reserve(payer, ticket.startMs);
      queues[kind].add(ticket);
      const leave = () => {
        if (queues[kind].delete(ticket)) account?.giveBack();
      };
      return {
        leave,
        async run(work) {
          if (running >= atOnce) await untilTurn(kind, ticket, deadline).finally(leave);
          else running++;
          queues[kind].delete(ticket);
          servedLast = kind;
          const startedAt = performance.now();
          try {
            return await work();
          } finally {
            const tookMs = performance.now() - startedAt;
            workMs += WEIGHT_OF_NEWEST * (tookMs - workMs);
            account?.book(tookMs);
            passOn();
          }
        },
      };
    },
  };

  /** Adds the estimate of one piece of work to the payer's debt. */
  function reserve(payer: string, startMs: number) {
    let reservedMs = workMs * DEBT_PER_WORK;
    const add = (ms: number) => debtFreeAtMs.set(payer, (debtFreeAtMs.get(payer) ?? performance.now()) + ms);
    debtFreeAtMs.set(payer, startMs + reservedMs);
    if (debtFreeAtMs.size > MOST_PAYERS) {
      for (const [each, freeAtMs] of debtFreeAtMs) if (freeAtMs <= performance.now()) debtFreeAtMs.delete(each);
    }
    return {
      /** Replaces the estimate by the measured time. */
      book(tookMs: number): void {
        add(tookMs * DEBT_PER_WORK - reservedMs);
        reservedMs = 0;
      },
      /** What of the estimate has not passed yet. */
      giveBack(): void {
        add(-Math.min(reservedMs, Math.max(0, startMs + reservedMs - performance.now())));
        reservedMs = 0;
      },
    };
  }

  /** Before a caller's turn comes its own queue as far as it stands before it, and as many of the other one as take turns with it. */
  function assertInTime(kind: CallerKind, ticket: Ticket, shareOnTheirWay: number): void {
    const queued = (which: CallerKind) => {
      let count = 0;
      for (const other of queues[which]) {
        if (other !== ticket && other.startMs <= ticket.startMs) count += other.begin ? 1 : shareOnTheirWay;
      }
      return count;
    };
    const own = queued(kind);
    const waitMs = Math.floor((running + own + Math.min(queued(otherOf(kind)), own + 1)) / atOnce) * workMs;
    if (waitMs > longestWaitMs) throw busy(waitMs);
  }

  async function untilTurn(kind: CallerKind, ticket: Ticket, deadline: number): Promise<void> {
    assertInTime(kind, ticket, 0);
    const turn = Promise.withResolvers<void>();
    const timer = setTimeout(() => turn.reject(busy(workMs)), Math.max(0, deadline - performance.now()));
    ticket.begin = () => {
      queues[kind].delete(ticket);
      turn.resolve();
    };
    // A second piece of work under the same place queues again.
    queues[kind].add(ticket);
    await turn.promise.finally(() => clearTimeout(timer));
  }

  /** A free slot goes straight to the next in line. */
  function passOn(): void {
    const [known, stranger] = [firstOf('known'), firstOf('stranger')];
    const mayStranger = stranger && (!known || (servedLast === 'known' && stranger.startMs <= performance.now()));
    const next = mayStranger ? stranger : known;
    if (next) next.begin?.();
    else running--;
  }

  function firstOf(kind: CallerKind): Ticket | undefined {
    return [...queues[kind]].filter(({ begin }) => begin).toSorted(byStart)[0];
  }
}

export type HashQueue = ReturnType<typeof createHashQueue>;

const otherOf = (kind: CallerKind): CallerKind => (kind === 'known' ? 'stranger' : 'known');

const byStart = (one: Ticket, other: Ticket) => one.startMs - other.startMs;

/** Refused callers get different times, so that they do not all retry at once. */
function busy(waitMs: number): DomainError {
  const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000)) + randomInt(RETRIES_SPREAD_SECONDS);
  return new DomainError('busy', { details: { retryAfterSeconds } });
}
