import type { Sql } from 'postgres';
import { createGuard, type Guard, type PoolState } from './guard.ts';
import type { Sockets } from './sockets.ts';
import { createWatch, type Probe } from './watch.ts';

interface PoolOptions {
  max: number;
  /** A connection that sends nothing for this long although a response is due is closed; 0 for never. */
  deadlineMs: number;
  sockets: Sockets;
  open: (sockets: Sockets, guard: Guard) => Sql;
  openProbe: () => Probe;
  onAway: ((isAway: boolean) => void) | undefined;
}

/** All overloads of `begin`. */
type Begin = (...args: unknown[]) => Promise<unknown>;

const LOOK_EVERY_MS = 100;

const states = new WeakMap<Sql, () => PoolState>();

/** The driver's pool with a limit on every wait. */
export function openPool({ max, deadlineMs, sockets, open, openProbe, onAway }: PoolOptions): Sql {
  let timer: NodeJS.Timeout | undefined;
  const guard = createGuard({ max, deadlineMs, onWork: keepLooking });
  const watch = createWatch({
    isOwed: () => deadlineMs > 0 && guard.isOwed(),
    bytesReceived: () => sockets.bytesReceived(),
    openProbe,
    onAway() {
      guard.shut();
      sockets.destroyAll();
      onAway?.(true);
    },
    onBack() {
      guard.open();
      onAway?.(false);
    },
  });
  const sql = open(sockets, guard.guard);
  states.set(sql, () => ({ ...guard.state(), ended: sockets.ended() }));
  return Object.assign(sql, {
    begin: admitted(sql.begin.bind(sql) as Begin) as Sql['begin'],
    end: ended(sql.end.bind(sql)),
  });

  function keepLooking(): void {
    if (timer) return;
    // After the process was suspended, timers run first; `setImmediate` lets it read data that has already arrived.
    timer = setInterval(() => setImmediate(look), LOOK_EVERY_MS);
    timer.unref();
  }

  function stopLooking(): void {
    clearInterval(timer);
    timer = undefined;
  }

  function look(): void {
    watch.look();
    const nowMs = performance.now();
    guard.giveUpSilent(nowMs);
    guard.refuseImpatient(nowMs);
    if (guard.isIdle()) stopLooking();
  }

  /** A transaction keeps its connection from the first statement to the last. */
  function admitted(begin: Begin): Begin {
    return async (...args) => {
      await new Promise<void>((resolve, reject) => guard.admit(resolve, reject));
      try {
        return await begin(...args);
      } finally {
        guard.release();
      }
    };
  }

  function ended(end: Sql['end']): Sql['end'] {
    return async (options) => {
      try {
        await end(options);
      } finally {
        watch.end();
        stopLooking();
        sockets.end();
      }
    };
  }
}

/** How busy the pool is at this moment. */
export function readPoolState(sql: Sql): PoolState {
  const read = states.get(sql);
  if (!read) throw new Error('A transaction has no pool state');
  return read();
}
