import cluster from 'node:cluster';
import { BEAT_MS } from './heartbeat.ts';
import type { Assignment, Families, ToSupervisor, ToWorker, WorkerFacts } from './messages.ts';
import { createQuestions } from './questions.ts';

/** Longer than the supervisor waits for each worker. */
const METRICS_LIMIT_MS = 2_000;

/** A worker's connection to its supervisor. */
export interface Supervisor {
  /** Undefined if the worker is stopped before it starts. */
  assignment: Promise<Assignment | undefined>;
  stopAsked: Promise<void>;
  /** What the supervisor knows; available with the assignment. */
  facts: () => WorkerFacts;
  /** Sets the function that reads this worker's metrics. */
  onMetricsWanted: (read: () => Promise<Families>) => void;
  /** The metrics of all workers; undefined if the supervisor does not respond in time. */
  readAllMetrics: () => Promise<Families[] | undefined>;
  /** Resolves after the message was sent. */
  send: (message: ToSupervisor) => Promise<void>;
}

/**
 * Requests the assignment, listens from then on, and sends a heartbeat every second. Node ends a worker when the channel closes, but
 * not while a handle sent by the worker waits for the supervisor: such a worker exits by itself.
 */
export function connectToSupervisor(): Supervisor {
  const assignment = Promise.withResolvers<Assignment | undefined>();
  const stop = Promise.withResolvers<void>();
  let facts: WorkerFacts = {
    ...{ slot: 0, server: '', backgroundDownSince: null },
    restarts: { workers: 0, background: 0, database: 0 },
  };
  let readMetrics = async (): Promise<Families> => [];
  const questions = createQuestions<Families[]>(METRICS_LIMIT_MS);
  process.on('message', (message: ToWorker) => {
    if (message.kind === 'assignment') {
      facts = message.assignment;
      assignment.resolve(message.assignment);
    }
    if (message.kind === 'facts') facts = { ...facts, ...message.facts };
    if (message.kind === 'metricsWanted') {
      const { id } = message;
      void readMetrics().then((families) => send({ kind: 'metrics', id, families }));
    }
    if (message.kind === 'allMetrics') questions.answered(message.id, message.families);
    if (message.kind === 'stop') {
      assignment.resolve(undefined);
      stop.resolve();
    }
  });
  void send({ kind: 'ready' });
  setInterval(() => {
    if (cluster.isWorker && !process.connected) process.exit();
    void send({ kind: 'alive' });
  }, BEAT_MS).unref();
  return {
    assignment: assignment.promise,
    stopAsked: stop.promise,
    facts: () => facts,
    onMetricsWanted: (read) => {
      readMetrics = read;
    },
    readAllMetrics: () => questions.ask((id) => void send({ kind: 'allMetricsWanted', id })),
    send,
  };
}

function send(message: ToSupervisor): Promise<void> {
  // Without a channel this process is about to end.
  return new Promise((resolve) => void process.send?.(message, undefined, undefined, () => resolve()));
}
