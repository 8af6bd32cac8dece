import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { closeDb, connect, type Db } from '#db/client.ts';
import { createReads, type Reads } from '#db/reads/reads.ts';
import { buildApp } from '../app.ts';
import { createDeps } from '../deps.ts';
import { type Config, environment, readConfig } from '../env.ts';
import { type EventBus, startEventBus } from '../events/event-bus.ts';
import { createPasswords } from '../identity/passwords.ts';
import { startBulkRunner } from '../jobs/bulk-runner.ts';
import { reasonOf } from '../log-error.ts';
import { startMailer } from '../mail/mailer.ts';
import { createOutbound, type Outbound } from '../outbound/outbound.ts';
import type { SecretBox } from '../secrets/secret-box.ts';
import { startForwarder } from '../suppliers/forwarder/start-forwarder.ts';
import { startLists } from '../suppliers/list-due.ts';
import { createSupplierClient, type SupplierClient } from '../suppliers/protocols/client.ts';
import { startStatusReader } from '../suppliers/status/start-status-reader.ts';
import { stopAllSuppliers } from '../suppliers/stop-supplier.ts';
import { startWebhooks } from '../webhooks/start-webhooks.ts';
import { startBackupSchedule } from './backup-schedule.ts';
import { connectToSupervisor, type Supervisor } from './from-supervisor.ts';
import { startHousekeeping } from './housekeeping.ts';
import { startLeader } from './leader.ts';
import { acceptThroughSeveral, BACKLOG } from './listeners.ts';
import { createLog, logUncaught } from './log.ts';
import { measurePanel, measureWorker, type WorkerMetrics } from './measure.ts';
import type { Assignment } from './messages.ts';
import { portTaken } from './port.ts';
import { prepareDatabase } from './prepare-database.ts';
import { openSecretBox } from './secrets-key.ts';
import { signingSecret } from './signing-secret.ts';
import { watchAcknowledged } from './watch-acknowledged.ts';
import { watchSuppliers } from './watch-suppliers.ts';

/** The middlewares of tRPC alone take ten frames, and a logged error has to name the panel's own. */
Error.stackTraceLimit = 30;

/**
 * Every request gets a response within ten seconds, also on a dead connection: a free connection takes two at most, and a silent one is
 * closed two seconds after the server's own limit.
 */
const POOL = { max: 20, statementTimeoutMs: 5_000, lockTimeoutMs: 4_000 };
/** Exports and statistics; a standby serves few of them at once. */
const READ_CONNECTIONS = 5;
/** For purchases in flight, while the last requests end. */
const PURCHASES_LIMIT_MS = 6_000;
/** After the last request: for a mail being sent, a row of a job, the last events, and closing connections. */
const LAST_STEPS_MS = 500;

/** A serving process. The supervisor starts it, handles signals for it, and stops it with a message. */
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined);
const supervisor = connectToSupervisor();
const assignment = await supervisor.assignment;
if (assignment) await work(assignment, supervisor);
process.exit();

async function work(assigned: Assignment, line: Supervisor): Promise<void> {
  const { send, stopAsked, onMailWaiting } = line;
  try {
    const config = readConfig({ ...environment(), ...assigned.env });
    const log = createLog(config);
    logUncaught(log);
    const { databaseUrl: url = '' } = config;
    const db = connect(url, { ...POOL, onAway: (isAway) => logAway(log, isAway) });
    const passwords = createPasswords();
    const { preparation } = assigned;
    const firstStart = preparation && (await prepareDatabase(db, { url, config, passwords, log, ...preparation }));
    const reads = createReads(db, config.databaseReadUrl, { log, ...POOL, max: READ_CONNECTIONS });
    const metrics = measureWorker(line, db, { reads, config });
    const events = startEventBus({ db, url: config.databaseDirectUrl ?? url, log });
    // What is queued may have been bought: nothing is sent until a person lifts the stop.
    const watch = watchAcknowledged({ db, log, onLost: () => stopAllSuppliers(db, 'restored') });
    metrics.own.read({ acknowledged: watch.figures });
    const secrets = openSecretBox(config, log);
    const outbound = createOutbound({ policy: config.outbound });
    const suppliers = createSupplierClient({ db, secrets, log, outbound });
    const chores =
      assigned.slot === 0
        ? startChores({ db, reads, config, events, log, metrics, url, secrets, outbound, suppliers, watch })
        : undefined;
    metrics.own.read({ leads: () => chores?.leads() ?? false });
    const wakeMailer = chores?.mailer.wake ?? (() => void send({ kind: 'wakeMailer' }));
    onMailWaiting(wakeMailer);
    const secret = signingSecret(config);
    const deps = createDeps({
      db,
      reads,
      config,
      secret,
      secrets,
      passwords,
      outbound,
      suppliers,
      events,
      wakeMailer,
      onCallEnded: metrics.own.onCallEnded,
    });
    const app = await buildApp(deps, {
      logger: log,
      clientDir: assigned.clientDir,
      metrics: metrics.own,
      metricsText: metrics.text,
    });
    await listen(app, config);
    await send({ kind: 'serving', url: config.publicUrl, mails: chores?.mailer.where, firstStart });
    // After `serving`: messages wait behind handles, and a worker that ends before `serving` has failed to start.
    const closeCopies = acceptThroughSeveral(app.server);
    await stopAsked;
    const choresDone = chores?.stop();
    // A purchase without its answer is unknown.
    const purchased = Promise.race([chores?.forwarder.stop(), sleep(PURCHASES_LIMIT_MS)]);
    closeCopies();
    await app.close();
    await purchased;
    // The bulk runner publishes its last row.
    const published = Promise.resolve(chores?.runner.stop()).then(() => events.stop());
    const lastSteps = Promise.all([choresDone, published, watch.stop()]).then(() =>
      Promise.all([closeDb(db), reads.close()]),
    );
    await Promise.race([lastSteps, sleep(LAST_STEPS_MS)]);
  } catch (error) {
    await send({ kind: 'failed', reason: reasonOf(error) });
    process.exitCode = 1;
  }
}

interface Tools {
  db: Db;
  reads: Reads;
  url: string;
  config: Config;
  events: EventBus;
  log: Logger;
  metrics: WorkerMetrics;
  secrets: SecretBox;
  outbound: Outbound;
  suppliers: SupplierClient;
  watch: ReturnType<typeof watchAcknowledged>;
}

/** Tasks that run in only one process of each server; those of the leader run in only one of all servers. */
function startChores(tools: Tools) {
  const { url, config, log, events, db, secrets, outbound, suppliers, watch } = tools;
  const mailer = startMailer(tools);
  const runner = startBulkRunner(tools);
  const webhooks = startWebhooks({
    ...{ db, secrets, events, log, outbound, publicUrl: config.publicUrl, wakeMailer: mailer.wake },
  });
  const forwarder = startForwarder({
    ...{ db, events, log, client: suppliers, acknowledged: watch },
    directUrl: config.databaseDirectUrl ?? url,
  });
  const panel = measurePanel({ ...tools, runner });
  const leader = startLeader({
    url: config.databaseDirectUrl ?? url,
    start: () => [
      startHousekeeping(tools),
      panel.checkLedger(),
      watchSuppliers({ ...tools, wakeMailer: mailer.wake }),
      startLists({ ...tools, wakeMailer: mailer.wake }),
      startStatusReader({ db, client: suppliers, events, log }),
    ],
    log,
  });
  // Not a task of the leader: another server may have the folder, or the space, that the leader lacks.
  const chores = [mailer, runner, webhooks, forwarder, panel, leader, startBackupSchedule(tools)];
  return {
    mailer,
    runner,
    forwarder,
    leads: leader.leads,
    stop: () => Promise.all(chores.map((chore) => chore.stop())),
  };
}

function logAway(log: Logger, isAway: boolean): void {
  if (isAway) log.error('the database does not answer; calls are refused as busy');
  else log.info('the database answers again');
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<void> {
  try {
    await app.listen({ host, port, backlog: BACKLOG });
  } catch (error) {
    throw portTaken(port, error);
  }
}
