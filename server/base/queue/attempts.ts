import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Db, Tx } from '#db/client.ts';
import { isConflict, isUnavailable } from '#db/errors.ts';
import { type Claimed, endAttempt, moveAttempts } from './claims.ts';
import type { AfterCommit, AnyKind } from './kind.ts';

interface Open extends Claimed {
  of: AnyKind;
  lockOwner: number;
  row: { id: number };
  /** Its outcome is known: it is not handed back. */
  isSettling: boolean;
}

interface AttemptsOptions {
  db: Db;
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>;
  /** The number of the lease; undefined while there is none. */
  number: () => number | undefined;
  inTurn: <Value>(work: () => Promise<Value>) => Promise<Value>;
  signal: AbortSignal;
}

type Write = (tx: Tx) => Promise<AfterCommit | undefined>;

const STOP_PATIENCE_MS = 200;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;
/** An unexpected error rarely goes away. */
const MOST_UNEXPECTED = 3;

/** The open attempts of a process, from their claim to their outcome. */
export function createAttempts({ db, log, number, inTurn, signal }: AttemptsOptions) {
  const open = new Map<Open, Promise<void>>();
  const figures: Record<string, { attempts: number; lost: number }> = {};
  /** The number that the open attempts name. */
  let named: number | undefined;
  return {
    begin,
    handBack: (kind: AnyKind, rows: { id: number }[], by: number) => handBack(rows.map((row) => openOf(kind, row, by))),
    lockOwner,
    isOpen: ({ kind, id }: Claimed) => [...open.keys()].some((attempt) => attempt.kind === kind && attempt.id === id),
    count: (kind?: AnyKind) => [...open.keys()].filter(({ of }) => !kind || of === kind).length,
    /** By kind, since the start. */
    figures: () => figures,
    /** Waits as long as each kind wants, and hands the rest back as if it was never tried. */
    async stop(): Promise<void> {
      const ends = [...open].map(([{ of }, work]) =>
        Promise.race([work, sleep(of.patienceMs ?? STOP_PATIENCE_MS, undefined, { ref: false })]),
      );
      await Promise.all(ends);
      await handBack([...open.keys()].filter(({ isSettling }) => !isSettling)).catch((error: unknown) =>
        log.warn({ err: error }, 'attempts could not be handed back: each is repeated alone'),
      );
    },
  };

  /** The number of the lease, once all open attempts name it. */
  async function lockOwner(): Promise<number | undefined> {
    const now = number();
    if (now === undefined || now === named) return now;
    for (const former of new Set([...open.keys()].map((attempt) => attempt.lockOwner))) {
      await moveAttempts(db, former, now);
      for (const attempt of open.keys()) if (attempt.lockOwner === former) attempt.lockOwner = now;
    }
    return (named = now);
  }

  function openOf(of: AnyKind, row: { id: number }, by: number): Open {
    return { of, kind: of.name, id: row.id, lockOwner: by, row, isSettling: false };
  }

  /** Attempts a claimed row, and settles its outcome. It never rejects. */
  async function begin(kind: AnyKind, row: { id: number }, by: number): Promise<void> {
    const attempt = openOf(kind, row, by);
    figureOf(kind.name).attempts++;
    const work = perform(attempt).finally(() => open.delete(attempt));
    open.set(attempt, work);
    await work;
  }

  function figureOf(kind: string) {
    return (figures[kind] ??= { attempts: 0, lost: 0 });
  }

  async function perform(attempt: Open): Promise<void> {
    const { of, row, kind, id } = attempt;
    try {
      const outcome = await of.attempt(row, signal);
      await settle(attempt, (tx) => of.settle(tx, row, outcome));
    } catch (error) {
      // It rests until its due column, which the claim has moved forward.
      log.error({ err: error, kind, id }, 'an attempt of the queue failed unexpectedly');
      await settle(attempt, nothing);
    }
  }

  /** Is tried until it succeeds: the outcome may be the only proof of what was done. */
  async function settle(attempt: Open, outcome: Write): Promise<void> {
    if (!open.has(attempt)) return;
    attempt.isSettling = true;
    const { kind, id } = attempt;
    let write = outcome;
    for (let failed = 0, unexpected = 0; ; failed++) {
      try {
        const after = await inTurn(() => db.transaction((tx) => settleWithin(tx, attempt, write)));
        return await after?.();
      } catch (error) {
        if (failed === 0) log.warn({ err: error, kind, id }, 'an outcome could not be stored; it is tried again');
        if (!isConflict(error) && !isUnavailable(error)) unexpected++;
        if (unexpected === MOST_UNEXPECTED) {
          log.error({ err: error, kind, id }, 'an outcome can not be stored');
          write = nothing;
        }
        const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(failed, 10));
        await sleep(pauseMs, undefined, { ref: false });
      }
    }
  }

  /** The process that has taken over an attempt settles it. */
  async function settleWithin(tx: Tx, attempt: Open, write: Write): ReturnType<Write> {
    if (await endAttempt(tx, attempt, attempt.lockOwner)) return write(tx);
    figureOf(attempt.kind).lost++;
    return undefined;
  }

  async function handBack(attempts: Open[]): Promise<void> {
    if (attempts.length === 0) return;
    await db.transaction(async (tx) => {
      for (const [of, some] of Map.groupBy(attempts, (attempt) => attempt.of)) {
        const rows: { id: number }[] = [];
        for (const attempt of some) if (await endAttempt(tx, attempt, attempt.lockOwner)) rows.push(attempt.row);
        await of.release(tx, rows);
      }
    });
    for (const attempt of attempts) open.delete(attempt);
  }
}

const nothing: Write = async () => undefined;
