import type { FirstStart } from './first-start.ts';

/** Restarts since the supervisor began. */
export interface Restarts {
  workers: number;
  /** Of the embedded database; an external one is never started here. */
  database: number;
}

export interface WorkerFacts {
  /** From 0; a worker that replaces a dead one has the same slot. */
  slot: number;
  restarts: Restarts;
}

export interface Assignment extends WorkerFacts {
  /** Additional environment variables: values that the supervisor determined while the worker was loading. */
  env: Record<string, string>;
  /** The client's build, if it is to be served. */
  clientDir: string | undefined;
  /** Set for the one worker that first migrates and fills the database. */
  preparation: { seed: boolean } | undefined;
}

export interface Serving {
  /** The panel's URL. */
  url: string;
  /** Where the mails go, from the worker that sends them. */
  mails: string | undefined;
  /** From the worker that prepared the database. */
  firstStart: FirstStart | undefined;
}

/** The metrics of one worker, which the supervisor only forwards. */
export type Families = unknown[];

/** From the supervisor to its workers. */
export type ToWorker =
  | { kind: 'assignment'; assignment: Assignment }
  | { kind: 'restarts'; restarts: Restarts }
  | { kind: 'wakeMailer' }
  | { kind: 'metricsWanted'; id: number }
  | { kind: 'allMetrics'; id: number; families: Families[] }
  /** Sent with a handle: a copy of one from the worker. */
  | { kind: 'listener' }
  | { kind: 'stop' };

/** From a worker to the supervisor. */
export type ToSupervisor =
  | { kind: 'ready' }
  /** The heartbeat, once a second. */
  | { kind: 'alive' }
  | ({ kind: 'serving' } & Serving)
  | { kind: 'failed'; reason: string }
  /** Sent with a handle, to be returned. */
  | { kind: 'listener' }
  | { kind: 'wakeMailer' }
  | { kind: 'allMetricsWanted'; id: number }
  | { kind: 'metrics'; id: number; families: Families };
