import { randomInt } from 'node:crypto';
import { DomainError } from '../errors.ts';

/** An estimate until the first hash is measured; each further measurement has a weight of a fifth. */
const FIRST_GUESS_MS = 50;
const WEIGHT_OF_NEWEST = 0.2;
/** About half of the callers that hold a place but do not wait yet are refused for other reasons first. */
const SHARE_THAT_ARRIVES = 0.5;
const RETRIES_SPREAD_SECONDS = 3;

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

interface Waiting {
  begin: () => void;
}

/**
 * Accepts as much work as can begin within `longestWaitMs`, estimated from recent durations. If both queues have waiting work, they
 * take turns.
 */
export function createHashQueue({ atOnce, longestWaitMs }: HashQueueOptions) {
  const onTheirWay: Record<CallerKind, number> = { known: 0, stranger: 0 };
  const waiting: Record<CallerKind, Waiting[]> = { known: [], stranger: [] };
  let running = 0;
  let workMs = FIRST_GUESS_MS;
  let servedLast: CallerKind = 'stranger';

  return {
    /** @throws DomainError `busy`, with the time to wait, if the turn would come too late */
    enter(kind: CallerKind): Place {
      assertInTime(kind, (each) => waiting[each].length + onTheirWay[each] * SHARE_THAT_ARRIVES);
      const deadline = performance.now() + longestWaitMs;
      onTheirWay[kind]++;
      let isOnTheWay = true;
      const leave = () => {
        if (isOnTheWay) onTheirWay[kind]--;
        isOnTheWay = false;
      };
      return {
        leave,
        async run(work) {
          leave();
          await untilTurn(kind, deadline);
          const startedAt = performance.now();
          try {
            return await work();
          } finally {
            workMs += WEIGHT_OF_NEWEST * (performance.now() - startedAt - workMs);
            passOn();
          }
        },
      };
    },
  };

  /** Before a new caller's turn comes the whole own queue, and as many of the other queue as take turns with it. */
  function assertInTime(kind: CallerKind, queued: (kind: CallerKind) => number): void {
    const own = queued(kind);
    const others = Math.min(queued(otherOf(kind)), own + 1);
    const waitMs = Math.floor((running + own + others) / atOnce) * workMs;
    if (waitMs > longestWaitMs) throw busy(waitMs);
  }

  function untilTurn(kind: CallerKind, deadline: number): Promise<void> | undefined {
    if (running < atOnce) {
      running++;
      servedLast = kind;
      return undefined;
    }
    assertInTime(kind, (each) => waiting[each].length);
    return new Promise((resolve, reject) => {
      const place: Waiting = {
        begin() {
          clearTimeout(timer);
          resolve();
        },
      };
      const giveUp = () => {
        waiting[kind] = waiting[kind].filter((other) => other !== place);
        reject(busy(workMs));
      };
      const timer = setTimeout(giveUp, Math.max(0, deadline - performance.now()));
      waiting[kind].push(place);
    });
  }

  /** A free slot goes straight to the next in line. */
  function passOn(): void {
    const turn = [otherOf(servedLast), servedLast].find((kind) => waiting[kind].length > 0);
    const next = turn && waiting[turn].shift();
    if (!next) {
      running--;
      return;
    }
    servedLast = turn;
    next.begin();
  }
}

export type HashQueue = ReturnType<typeof createHashQueue>;

const otherOf = (kind: CallerKind): CallerKind => (kind === 'known' ? 'stranger' : 'known');

/** Refused callers get different times, so that they do not all retry at once. */
function busy(waitMs: number): DomainError {
  const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000)) + randomInt(RETRIES_SPREAD_SECONDS);
  return new DomainError('busy', { details: { retryAfterSeconds } });
}
