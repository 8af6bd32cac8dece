import type { Logger } from 'pino';
import { connect, type Db } from '#db/client.ts';
import { createReads, type Reads } from '#db/reads/reads.ts';
import { type Config, environment, readConfig } from '../base/env.ts';
import { type EventBus, startEventBus } from '../base/events/event-bus.ts';
import { reasonOf } from '../base/log-error.ts';
import { stopAllSuppliers } from '../suppliers/stop-supplier.ts';
import { connectToSupervisor, type Supervisor } from './from-supervisor.ts';
import { createLog, logUncaught } from './log.ts';
import type { Assignment } from './messages.ts';
import { watchAcknowledged } from './watch-acknowledged.ts';

/** The middlewares of tRPC alone take ten frames, and a logged error has to name the panel's own. */
Error.stackTraceLimit = 30;

/**
 * Every request gets a response within ten seconds, also on a dead connection: a free connection takes two at most, and a silent one is
 * closed two seconds after the server's own limit.
 */
const LIMITS = { statementTimeoutMs: 5_000, lockTimeoutMs: 4_000 };

interface Work {
  assigned: Assignment;
  supervisor: Supervisor;
  config: Config;
  log: Logger;
}

/**
 * Runs a process of the supervisor, which handles signals for it and stops it with a message.
 * @param work resolves when everything has ended in order; if it rejects, the supervisor logs the reason
 */
export async function runWorker(work: (work: Work) => Promise<void>): Promise<never> {
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined);
  const supervisor = connectToSupervisor();
  const assigned = await supervisor.assignment;
  if (!assigned) process.exit();
  try {
    const config = readConfig({ ...environment(), ...assigned.env });
    const log = createLog(config);
    logUncaught(log);
    await work({ assigned, supervisor, config, log });
  } catch (error) {
    await supervisor.send({ kind: 'failed', reason: reasonOf(error) });
    process.exitCode = 1;
  }
  process.exit();
}

/** A process's ways to the database, and to the other processes. */
export interface Ground {
  url: string;
  /** A way that keeps its session. */
  directUrl: string;
  db: Db;
  reads: Reads;
  events: EventBus;
  watch: ReturnType<typeof watchAcknowledged>;
}

/** @param connections of the pool, and of the one for reads; a standby serves few reads at once */
export function openGround(
  config: Config,
  log: Logger,
  { max, reads: maxReads }: { max: number; reads: number },
): { db: Db; open: () => Ground } {
  const { databaseUrl: url = '' } = config;
  const directUrl = config.databaseDirectUrl ?? url;
  const db = connect(url, { ...LIMITS, max, onAway: (isAway) => logAway(log, isAway) });
  return {
    db,
    /** Once the database is prepared. */
    open() {
      const reads = createReads(db, config.databaseReadUrl, { log, ...LIMITS, max: maxReads });
      const events = startEventBus({ db, url: directUrl, log });
      // What is queued may have been bought: nothing is sent until a person lifts the stop.
      const watch = watchAcknowledged({ db, log, onLost: () => stopAllSuppliers(db, 'restored') });
      return { url, directUrl, db, reads, events, watch };
    },
  };
}

function logAway(log: Logger, isAway: boolean): void {
  if (isAway) log.error('the database does not answer; calls are refused as busy');
  else log.info('the database answers again');
}
