import type { FirstStart } from './first-start.ts';

/** What was started again since the supervisor began. */
export interface Restarts {
  workers: number;
  /** Of the embedded database; another one is not ours to start. */
  database: number;
}

export interface WorkerFacts {
  /** From 0 on; a worker that takes the place of a dead one has its slot. */
  slot: number;
  restarts: Restarts;
}

export interface Assignment extends WorkerFacts {
  /** Variables for its configuration, beside its own: what the supervisor has found out while it was loading. */
  env: Record<string, string>;
  /** The client's build, where it is to be served. */
  clientDir: string | undefined;
  /** Given to the one worker that is to bring the database to this version first. */
  preparation: { seed: boolean } | undefined;
}

export interface Serving {
  /** Where the panel answers. */
  url: string;
  /** Where the mails go, from the worker that sends them. */
  mails: string | undefined;
  /** From the worker that has prepared the database. */
  firstStart: FirstStart | undefined;
}

/** The metrics of one worker, which the supervisor only passes on. */
export type Families = unknown[];

/** From the supervisor to its workers. */
export type ToWorker =
  | { kind: 'assignment'; assignment: Assignment }
  | { kind: 'restarts'; restarts: Restarts }
  | { kind: 'wakeMailer' }
  | { kind: 'metricsWanted'; id: number }
  | { kind: 'allMetrics'; id: number; families: Families[] }
  /** With a handle, a copy of one that the worker has sent. */
  | { kind: 'listener' }
  | { kind: 'stop' };

/** From a worker to the supervisor. */
export type ToSupervisor =
  | { kind: 'ready' }
  /** The heartbeat, once a second. */
  | { kind: 'alive' }
  | ({ kind: 'serving' } & Serving)
  | { kind: 'failed'; reason: string }
  /** With a handle, to be sent back. */
  | { kind: 'listener' }
  | { kind: 'wakeMailer' }
  | { kind: 'allMetricsWanted'; id: number }
  | { kind: 'metrics'; id: number; families: Families };
