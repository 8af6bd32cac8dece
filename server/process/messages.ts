/** For the start report. */
export interface FirstStart {
  admin: string;
  /** The admin's password if this start generated it and may print it. */
  password?: string;
  /** In production: the file with that password. */
  passwordFile?: string;
  /** Whether a new admin got ADMIN_PASSWORD and the panel's rules would refuse it. */
  isGuessable: boolean;
  /** Names of payment methods whose recipient is still a placeholder. */
  unpayable: string[];
}

/** Restarts since the supervisor began. */
export interface Restarts {
  workers: number;
  background: number;
  /** Of the embedded database; an external one is never started here. */
  database: number;
}

/** The background worker, or a serving one from 0; a process that replaces a dead one has the same slot. */
export type Slot = number | 'background';

export interface WorkerFacts {
  slot: Slot;
  restarts: Restarts;
  /** An id of the supervisor's. */
  server: string;
  /** Since when there is no background worker that works, in milliseconds of the epoch; null while there is one. */
  backgroundDownSince: number | null;
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
  /** Where the mails go. */
  mails: string | undefined;
  /** From the worker that prepared the database. */
  firstStart: FirstStart | undefined;
}

/** The metrics of one worker, which the supervisor only forwards. */
export type Families = unknown[];

/** From the supervisor to its workers. */
export type ToWorker =
  | { kind: 'assignment'; assignment: Assignment }
  | { kind: 'facts'; facts: Omit<WorkerFacts, 'slot'> }
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
  | { kind: 'allMetricsWanted'; id: number }
  | { kind: 'metrics'; id: number; families: Families };
