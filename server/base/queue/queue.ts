import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Db, Tx } from '#db/client.ts';
import type { EventBus } from '../events/event-bus.ts';
import { createAttempts } from './attempts.ts';
import {
  type AbandonedClaim,
  beginAlone,
  beginAttempts,
  describeAttempt,
  endAttempt,
  findAbandonedClaims,
  hasSuspects,
  loseAttempt,
} from './claims.ts';
import type { AnyKind } from './kind.ts';
import { holdLease, type LeaseOptions } from './lease.ts';
import { type Loop, startLoop } from './loop.ts';

export interface QueueOptions {
  db: Db;
  /** A way to the database that keeps its session: a lease belongs to a session. */
  directUrl: string;
  events: Pick<EventBus, 'publish' | 'subscribe'>;
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
  lookEveryMs?: number;
  /** How often ended processes are looked for, and for how long a free lock has to be seen. */
  sweepTimes?: { everyMs: number; graceMs: number };
  session?: Pick<LeaseOptions, 'beatEveryMs' | 'silentForMs'>;
}

/** Work beside the kinds that has laws of its own: purchases. */
export interface Neighbour {
  /** Whether nothing of it is open. */
  isIdle: () => boolean;
  /** Called when attempts may begin again. */
  wake: () => void;
  /** Begins nothing more, and waits for what is open, while the lease holds. */
  stop: () => Promise<void>;
}

export type Queue = ReturnType<typeof startQueue>;

const LOOK_EVERY_MS = 5_000;
/** A process that has lost its session has a new one, and has named it, long before the grace is over. */
const SWEEP_TIMES = { everyMs: 2_000, graceMs: 4_000 };
/** Transactions at a time, so that the kinds never take all connections of the pool. */
const TRANSACTIONS_AT_ONCE = 4;
/** Rows are attempted alone for so long, and then the others for at least as long. */
const ALONE_MS = 5_000;
const WAIT_MS = 50;

/**
 * The queue of a background worker: claims due rows of each kind, attempts them, and settles their outcomes. An attempt is counted before it
 * begins. A row whose process ended with it is attempted again alone, with nothing else open in the process; one that was alone at
 * several deaths is set aside. Safe on several servers at once.
 */
export function startQueue(options: QueueOptions) {
  const { db, directUrl, events, log, lookEveryMs = LOOK_EVERY_MS, sweepTimes = SWEEP_TIMES } = options;
  const kinds = new Map<string, AnyKind>();
  const loops = new Map<AnyKind, Loop>();
  const neighbours: Neighbour[] = [];
  const inTurn = limiter(TRANSACTIONS_AT_ONCE);
  const stopping = new AbortController();
  const { signal } = stopping;
  /** When an abandoned claim was first seen, by its claim. */
  const seen = new Map<string, number>();
  let isAlone = false;
  let aloneAfterMs = 0;
  const lease = holdLease({ ...options.session, url: directUrl, onChange: onLeaseChange });
  const attempts = createAttempts({ db, log, number: lease.number, inTurn, signal });
  const sweeper = startLoop({
    ...{ events, topics: ['setAside'], everyMs: sweepTimes.everyMs, log, look: sweep },
    failure: 'ended processes are not looked for; it is tried again',
  });

  return {
    /** The number whose lock this process holds now; undefined while it holds none. */
    number: lease.number,
    /** Whether attempts may begin: none may while rows are attempted alone. */
    mayBegin: () => !isAlone && !signal.aborted,
    add,
    addNeighbour: (neighbour: Neighbour) => void neighbours.push(neighbour),
    /** Attempts since the start by kind, and those of them that another process has taken over. */
    figures: attempts.figures,
    /** Starts nothing more, waits a moment for what is open, and hands the rest back as if it was never tried. */
    async stop(): Promise<void> {
      stopping.abort();
      const ends = [sweeper, ...loops.values()].map((loop) => loop.stop());
      await Promise.all([attempts.stop(), ...neighbours.map((neighbour) => neighbour.stop())]);
      await Promise.race([Promise.all(ends), sleep(WAIT_MS, undefined, { ref: false })]);
      await lease.stop();
    },
  };

  function add(kind: AnyKind): void {
    kinds.set(kind.name, kind);
    const loop = startLoop({
      ...{ events, topics: kind.topics, everyMs: lookEveryMs, log },
      look: () => take(kind),
      failure: `the queue of ${kind.name} can not be worked on; it is tried again`,
    });
    loops.set(kind, loop);
    loop.wake();
  }

  function onLeaseChange(holds: boolean): void {
    if (signal.aborted) return;
    if (!holds) log.warn('the session of the queue is lost: this server begins nothing until it has another');
    wakeAll();
    sweeper.wake();
  }

  function wakeAll(): void {
    for (const each of [...loops.values(), ...neighbours]) each.wake();
  }

  /** Starts what is due and fits. */
  async function take(kind: AnyKind): Promise<boolean | number> {
    const lockOwner = await attempts.lockOwner();
    const count = kind.slots - attempts.count(kind);
    if (lockOwner === undefined || isAlone || count <= 0) return false;
    await kind.prepare?.();
    const rows = await inTurn(() => db.transaction((tx) => claim(tx, { kind, lockOwner, count })));
    if (isAlone || signal.aborted || lease.number() !== lockOwner) await attempts.handBack(kind, rows, lockOwner);
    else for (const row of rows) void attempts.begin(kind, row, lockOwner).then(() => loops.get(kind)?.wake());
    if (rows.length > 0) return rows.length < count;
    return (await kind.untilDue?.(db)) ?? false;
  }

  async function claim(tx: Tx, { kind, lockOwner, count }: { kind: AnyKind; lockOwner: number; count: number }) {
    const rows = await kind.claim(tx, { count });
    if (rows.length === 0) return rows;
    const claims = rows.map((row) => ({ id: row.id, what: kind.describe(row) }));
    const begun = await beginAttempts(tx, { kind: kind.name, lockOwner, rows: claims });
    return rows.filter(({ id }) => begun.has(id));
  }

  /** Finds attempts of ended processes, and makes those alone that wait for it. */
  async function sweep(): Promise<boolean> {
    await loseAbandonedClaims();
    const names = [...kinds.keys()];
    if (isAlone || performance.now() < aloneAfterMs || !(await hasSuspects(db, names))) return false;
    isAlone = true;
    try {
      while (!signal.aborted && !isIdle()) await sleep(WAIT_MS, undefined, { ref: false });
      const startedMs = performance.now();
      while (!signal.aborted && performance.now() - startedMs < ALONE_MS && (await attemptAlone(names)));
    } finally {
      isAlone = false;
      aloneAfterMs = performance.now() + ALONE_MS;
      wakeAll();
    }
    return false;
  }

  function isIdle(): boolean {
    return attempts.count() === 0 && neighbours.every((neighbour) => neighbour.isIdle());
  }

  /** @returns whether there was a row */
  async function attemptAlone(names: string[]): Promise<boolean> {
    const lockOwner = await attempts.lockOwner();
    if (lockOwner === undefined) return false;
    const claimed = await db.transaction(async (tx) => {
      const begun = await beginAlone(tx, lockOwner, names);
      const kind = begun && kinds.get(begun.kind);
      if (!kind) return undefined;
      const [row] = await kind.claim(tx, { count: 1, only: begun.id });
      await (row ? describeAttempt(tx, begun, kind.describe(row)) : endAttempt(tx, begun, lockOwner));
      return { kind, row };
    });
    if (claimed?.row) await attempts.begin(claimed.kind, claimed.row, lockOwner);
    return claimed !== undefined;
  }

  async function loseAbandonedClaims(): Promise<void> {
    const now = performance.now();
    // Also a claim whose commit got no answer: this process holds it, and attempts nothing.
    const abandonedClaims = (await findAbandonedClaims(db, lease.number())).filter(
      (abandonedClaim) => !attempts.isOpen(abandonedClaim),
    );
    const keys = new Set(abandonedClaims.map(keyOf));
    for (const key of seen.keys()) if (!keys.has(key)) seen.delete(key);
    for (const abandonedClaim of abandonedClaims) {
      const sinceMs = seen.get(keyOf(abandonedClaim)) ?? now;
      seen.set(keyOf(abandonedClaim), sinceMs);
      const kind = kinds.get(abandonedClaim.kind);
      if (kind && now - sinceMs >= sweepTimes.graceMs) await lose(kind, abandonedClaim);
    }
  }

  async function lose(kind: AnyKind, abandonedClaim: AbandonedClaim): Promise<void> {
    const isSetAside = abandonedClaim.alone >= (kind.aloneDeaths ?? 2);
    const isLost = await db.transaction(async (tx) => {
      const own = await loseAttempt(tx, abandonedClaim, { isSetAside });
      if (own && isSetAside) await kind.setAside?.(tx, abandonedClaim.id);
      return own;
    });
    if (!isLost || !isSetAside) return;
    const { kind: name, id } = abandonedClaim;
    log.error({ kind: name, id }, 'a row was set aside: the process ended each time that it was attempted alone');
    events.publish('setAside');
  }
}

function keyOf({ kind, id, lockOwner, claimedAt }: AbandonedClaim): string {
  return `${kind}:${id}:${lockOwner}:${claimedAt}`;
}

/** Runs at most `most` works at once; others wait in turn. */
function limiter(most: number) {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async function run<Value>(work: () => Promise<Value>): Promise<Value> {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
