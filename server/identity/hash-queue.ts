import { randomInt } from 'node:crypto';
import { DomainError } from '../errors.ts';

/** A guess until the first hash has been measured; each further one counts for a fifth. */
const FIRST_GUESS_MS = 50;
const WEIGHT_OF_NEWEST = 0.2;
/** About half of those with a place that don't wait yet are refused for other reasons first. */
const SHARE_THAT_ARRIVES = 0.5;
const RETRIES_SPREAD_SECONDS = 3;

/** Known callers have a lane of their own, so that a flood of strangers leaves it free. */
export type Lane = 'known' | 'stranger';

/** A place in the queue, taken before any other work is done. */
export interface Place {
  /** Does the work when it is its turn. @throws DomainError `busy` where the turn did not come in time */
  run: <T>(work: () => Promise<T>) => Promise<T>;
  /** Gives up a place that came to no turn; safe to call at any time. */
  leave: () => void;
}

export interface HashQueueOptions {
  atOnce: number;
  /** The longest wait in milliseconds; anybody beyond it is refused at once. */
  longestWaitMs: number;
}

interface Waiting {
  begin: () => void;
}

/**
 * Lets in as much work as can begin within `longestWaitMs`, by how long recent work took. Where both lanes wait they take turns.
 */
export function createHashQueue({ atOnce, longestWaitMs }: HashQueueOptions) {
  const onTheirWay: Record<Lane, number> = { known: 0, stranger: 0 };
  const waiting: Record<Lane, Waiting[]> = { known: [], stranger: [] };
  let running = 0;
  let workMs = FIRST_GUESS_MS;
  let servedLast: Lane = 'stranger';

  return {
    /** @throws DomainError `busy`, with when to try again, where the turn would come too late */
    enter(lane: Lane): Place {
      assertInTime(lane, (each) => waiting[each].length + onTheirWay[each] * SHARE_THAT_ARRIVES);
      const deadline = performance.now() + longestWaitMs;
      onTheirWay[lane]++;
      let isOnTheWay = true;
      const leave = () => {
        if (isOnTheWay) onTheirWay[lane]--;
        isOnTheWay = false;
      };
      return {
        leave,
        async run(work) {
          leave();
          await untilTurn(lane, deadline);
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

  /** Before a newcomer's turn comes all of their own lane, and of the other as many as take turns with them. */
  function assertInTime(lane: Lane, queued: (lane: Lane) => number): void {
    const own = queued(lane);
    const others = Math.min(queued(otherOf(lane)), own + 1);
    const waitMs = Math.floor((running + own + others) / atOnce) * workMs;
    if (waitMs > longestWaitMs) throw busy(waitMs);
  }

  function untilTurn(lane: Lane, deadline: number): Promise<void> | undefined {
    if (running < atOnce) {
      running++;
      servedLast = lane;
      return undefined;
    }
    assertInTime(lane, (each) => waiting[each].length);
    return new Promise((resolve, reject) => {
      const place: Waiting = {
        begin() {
          clearTimeout(timer);
          resolve();
        },
      };
      const giveUp = () => {
        waiting[lane] = waiting[lane].filter((other) => other !== place);
        reject(busy(workMs));
      };
      const timer = setTimeout(giveUp, Math.max(0, deadline - performance.now()));
      waiting[lane].push(place);
    });
  }

  /** A finished slot goes straight to the next in line. */
  function passOn(): void {
    const turn = [otherOf(servedLast), servedLast].find((lane) => waiting[lane].length > 0);
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

const otherOf = (lane: Lane): Lane => (lane === 'known' ? 'stranger' : 'known');

/** Refused callers get different times, so that they don't all come back at one moment. */
function busy(waitMs: number): DomainError {
  const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000)) + randomInt(RETRIES_SPREAD_SECONDS);
  return new DomainError('busy', { details: { retryAfterSeconds } });
}
