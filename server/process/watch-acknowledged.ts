import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '#db/client.ts';
import { isUnavailable } from '#db/errors.ts';
import { readPoolState } from '#db/pool/pool.ts';
import { type AcknowledgedEntry, acknowledgedMemory } from '../money/acknowledged.ts';
import { findMissing, LookInterrupted, TIMELINE } from '../money/find-missing.ts';
import { noteMissing, takeOffFound } from '../money/missing-entries.ts';

/** How long an entry is remembered while the database is well. */
const REMEMBER_MS = 5 * 60_000;
/** How often ended connections are counted. It costs no statement. */
const TICK_MS = 1_000;
/** Behind a pooler or a proxy a failover may close no connection. */
const LOOK_EVERY_MS = 5_000;
/** How often open entries are looked for again. */
const AGAIN_EVERY_MS = 15_000;
/** Entries in one line of the log. */
const MOST_LOGGED = 20;

export interface AcknowledgedFigures {
  /** Entries of this process that were found missing. */
  missing: number;
  /** Missing entries of all processes that are not settled; undefined until it is known. */
  open: number | undefined;
  remembered: number;
  dropped: number;
}

interface WatchOptions {
  db: Db;
  log: Pick<FastifyBaseLogger, 'error' | 'warn' | 'info'>;
  tickMs?: number;
  lookEveryMs?: number;
  againEveryMs?: number;
  /**
   * Called once entries are found missing, before anything else is looked for: a promotion has lost rows. It is repeated until it
   * succeeds.
   */
  onLost?: () => Promise<unknown>;
}

/**
 * Remembers what this process acknowledges, and looks for it again after a connection to the database has ended and when the timeline
 * of its WAL has changed. What the database lacks is logged and stored as missing.
 */
export function watchAcknowledged({
  db,
  log,
  tickMs = TICK_MS,
  lookEveryMs = LOOK_EVERY_MS,
  againEveryMs = AGAIN_EVERY_MS,
  onLost = async () => undefined,
}: WatchOptions) {
  const memory = acknowledgedMemory(db);
  memory.begin();
  let missing = 0;
  let open: number | undefined;
  /** The state of pool and server at the last complete check. */
  let checked: { ended: number; timeline: string | undefined } = { ended: endedConnections(), timeline: undefined };
  let lookedMs = Number.NEGATIVE_INFINITY;
  let lookedAgainMs = performance.now();
  let isFailing = false;
  /** Lost entries for which `onLost` has succeeded. */
  const handled = new WeakSet<AcknowledgedEntry>();
  let running: Promise<void> | undefined;
  const timer = setInterval(() => void look(), tickMs);
  timer.unref();
  return {
    figures: (): AcknowledgedFigures => ({ missing, open, ...memory.figures() }),
    /** Looks at once if anything is due. */
    look,
    /** The timeline on which everything acknowledged was found, or noted as missing; undefined while it is not known. */
    checkedTimeline: () => (endedConnections() === checked.ended && !isFailing ? checked.timeline : undefined),
    /** Does a check that is due, because the memory ends with the process. */
    async stop(): Promise<void> {
      clearInterval(timer);
      await running;
      if (endedConnections() !== checked.ended || isFailing) await look();
    },
  };

  function look(): Promise<void> {
    running ??= lookOnce().finally(() => (running = undefined));
    return running;
  }

  async function lookOnce(): Promise<void> {
    const ended = endedConnections();
    if (ended === checked.ended && !isFailing && performance.now() - lookedMs < lookEveryMs) return;
    try {
      const startedMs = performance.now();
      const server = await readServer();
      if (server.timeline === null) throw new LookInterrupted('The server can only be read');
      if (ended !== checked.ended || server.timeline !== checked.timeline) {
        await check(server.timeline);
        checked = { ended, timeline: server.timeline };
      }
      if (open && startedMs - lookedAgainMs >= againEveryMs) await lookAgain(server.timeline);
      isFailing = false;
      lookedMs = startedMs;
      // Only now, so that an outage of hours forgets nothing.
      memory.forgetBefore(startedMs - REMEMBER_MS);
    } catch (error) {
      noteFailure(error);
    }
  }

  async function readServer() {
    const [server] = await db.$client.unsafe<{ timeline: string | null; open: number }[]>(`
      select ${TIMELINE} as timeline, (select count(*) from acknowledged_missing where outcome is null and found_at is null) as open`);
    if (!server) throw new Error('The server did not tell its timeline');
    open = server.open;
    return server;
  }

  async function check(timeline: string): Promise<void> {
    const all = memory.all();
    const lost = await findMissing(
      db,
      all.map(({ entry }) => entry),
      timeline,
    );
    if (lost.size > 0) {
      const noted = await noteMissing(
        db,
        all.filter(({ entry }) => lost.has(entry)),
      );
      missing += noted.length;
      if (noted.length > 0) sound(noted);
      if ([...lost].some((entry) => !handled.has(entry))) await onLost();
      for (const entry of lost) handled.add(entry);
    }
    await lookAgain(timeline);
  }

  async function lookAgain(timeline: string): Promise<void> {
    const ids = await takeOffFound(db, timeline);
    lookedAgainMs = performance.now();
    if (ids.length > 0) log.info({ ids: ids.slice(0, MOST_LOGGED) }, `${ids.length} missing entries were found again`);
    ({ open } = await readServer());
  }

  function sound(noted: AcknowledgedEntry[]): void {
    log.error(
      { entries: noted.slice(0, MOST_LOGGED).map(idsOf) },
      `the database lacks ${noted.length} entries that were acknowledged; the page Missing entries of the dashboard lists them`,
    );
  }

  function noteFailure(error: unknown): void {
    // One line per outage; the pool logs the outage itself.
    if (!isFailing && !isUnavailable(error)) {
      log.warn({ err: error }, 'acknowledged entries could not be looked for; this is tried again');
    }
    isFailing = true;
  }

  function endedConnections(): number {
    return readPoolState(db.$client).ended;
  }
}

/** Ids alone: a link or a transaction ID is a person's. */
function idsOf(entry: AcknowledgedEntry): Record<string, unknown> {
  const { kind, userId, seq, requestId } = entry;
  const subject =
    'orderId' in entry
      ? { orderId: entry.orderId }
      : 'rechargeId' in entry
        ? { rechargeId: entry.rechargeId }
        : { grantId: entry.grantId };
  return { kind, userId, seq, ...subject, requestId };
}
