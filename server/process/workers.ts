import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { createBackoff } from './growing-pauses.ts';
import type { Assignment, Families, Restarts, Serving, Slot, ToWorker } from './messages.ts';
import { startWorker, type WorkerEnd, type WorkerLife } from './worker-life.ts';

interface WorkersOptions {
  count: number;
  /** What the first worker does to the database before it serves. */
  preparation: NonNullable<Assignment['preparation']>;
  programs: Programs;
  /** Incremented here for workers. */
  restarts: Restarts;
  log: Logger;
  /** Whether to log lines that a worker prints outside the log. */
  production: boolean;
}

/** The programs of the processes, each in one file, or their sources. */
export interface Programs {
  worker: string;
  background: string;
}

/** What workers need to serve. */
type Place = Pick<Assignment, 'env' | 'clientDir'>;

export interface Workers {
  /**
   * Lets the first worker prepare the database and serve, and then starts the others and the background worker. From then on a process that ends is
   * restarted.
   * @param givenUp aborts the wait
   * @returns undefined if it was aborted
   * @throws Error with the reason if the database can't be used, or the first worker can't serve
   */
  start: (place: Place, givenUp: AbortSignal) => Promise<Serving | undefined>;
  /** Sends all workers what has changed, such as the counts of restarts. */
  sendFacts: () => void;
  /**
   * Stops all workers, and kills those that have not ended after `limitMs`; resolves at once if none was started.
   * @returns whether all exited with 0
   */
  stop: (limitMs: number) => Promise<boolean>;
}

/** Keeps `count` processes serving, and one that works in the background. The first one starts to load immediately, in parallel with other startup steps. */
export function createWorkers(options: WorkersOptions): Workers {
  const { count, restarts, log, programs } = options;
  const live = new Map<Slot, WorkerLife>();
  const server = randomUUID();
  let backgroundDownSince: number | null = null;
  const stopping = new AbortController();
  const placed = Promise.withResolvers<Place>();
  let isStarted = false;
  const first = begin(0, options.preparation);
  return { start, sendFacts, stop };

  async function start(place: Place, givenUp: AbortSignal): Promise<Serving | undefined> {
    isStarted = true;
    placed.resolve(place);
    const outcome = await Promise.race([first.serving, first.ended, aborted(givenUp)]);
    if (outcome === undefined || givenUp.aborted) return undefined;
    if (isEnd(outcome)) throw new Error(outcome.how);
    void keep(0, first);
    for (let slot = 1; slot < count; slot++) void keep(slot, begin(slot));
    backgroundDownSince = Date.now();
    void keep('background', begin('background'));
    return outcome;
  }

  function begin(slot: Slot, preparation?: Assignment['preparation']): WorkerLife {
    const life = startWorker({
      file: slot === 'background' ? programs.background : programs.worker,
      isSmall: slot === 'background',
      onReady: async (): Promise<ToWorker> => {
        const place = await placed.promise;
        if (stopping.signal.aborted) return { kind: 'stop' };
        return { kind: 'assignment', assignment: { ...place, ...facts(), slot, preparation } };
      },
      readAllMetrics,
      onPrinted: options.production
        ? (line) => log.error({ worker: slot, line }, 'a worker printed a line')
        : undefined,
    });
    live.set(slot, life);
    void life.ended.then(() => live.delete(slot));
    if (slot === 'background') void life.serving.then(() => noteBackground(null));
    log.info(`${nameOf(slot)} started (process ${life.pid})`);
    return life;
  }

  async function readAllMetrics(): Promise<Families[]> {
    const all = await Promise.all([...live.values()].map(({ readMetrics }) => readMetrics()));
    return all.filter((families) => families !== undefined);
  }

  async function keep(slot: Slot, begun: WorkerLife): Promise<void> {
    const pauseAfter = createBackoff();
    for (let life = begun; ; life = begin(slot)) {
      const startedMs = performance.now();
      const { how } = await life.ended;
      if (stopping.signal.aborted) return;
      const pauseMs = pauseAfter(performance.now() - startedMs);
      if (slot === 'background') noteBackground(backgroundDownSince ?? Date.now());
      log.error(`${nameOf(slot)} ended (${how}); the next one starts in ${pauseMs / 1000} s`);
      await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return;
      restarts[slot === 'background' ? 'background' : 'workers']++;
      sendFacts();
    }
  }

  function noteBackground(downSince: number | null): void {
    backgroundDownSince = downSince;
    sendFacts();
  }

  function facts() {
    return { restarts, server, backgroundDownSince };
  }

  function sendFacts(): void {
    for (const life of live.values()) life.send({ kind: 'facts', facts: facts() });
  }

  async function stop(limitMs: number): Promise<boolean> {
    stopping.abort();
    const lives = [...live.entries()];
    for (const [, life] of lives) {
      if (isStarted) life.send({ kind: 'stop' });
      else life.kill();
    }
    const ends = Promise.all(lives.map(([, { ended }]) => ended));
    const late = setTimeout(() => {
      for (const [slot, { kill }] of live.entries()) {
        log.error(`${nameOf(slot)} does not stop and is killed`);
        kill();
      }
    }, limitMs);
    const all = await ends;
    clearTimeout(late);
    return all.every(({ inOrder }) => inOrder);
  }
}

function nameOf(slot: Slot): string {
  return slot === 'background' ? 'the background worker' : `worker ${slot}`;
}

function isEnd(outcome: Serving | WorkerEnd): outcome is WorkerEnd {
  return 'how' in outcome;
}

async function aborted(signal: AbortSignal): Promise<undefined> {
  if (!signal.aborted) await once(signal, 'abort');
}
