import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Db } from '#db/client.ts';
import type { Reads } from '#db/reads/reads.ts';
import type { Config } from '../base/env.ts';
import type { EventBus } from '../base/events/event-bus.ts';
import { openTransport } from '../base/mail/transport.ts';
import type { Metrics } from '../base/metrics/metrics.ts';
import { createOutbound } from '../base/outbound/outbound.ts';
import { startQueue } from '../base/queue/queue.ts';
import type { SecretBox } from '../base/secrets/secret-box.ts';
import { createSupplierClient } from '../suppliers/protocols/client.ts';
import { watchSuppliers } from './alarms.ts';
import { startBackupSchedule } from './backups.ts';
import { callsKind } from './calls.ts';
import { startFillingTargets } from './fill-targets.ts';
import { startHousekeeping } from './housekeeping.ts';
import { jobsKind } from './jobs.ts';
import { startLeader } from './leader.ts';
import { listsKind } from './lists.ts';
import { mailKind } from './mail.ts';
import { measurePanel } from './measure-panel.ts';
import { messagesKind } from './messages.ts';
import type { AcknowledgedWatch } from './purchases/readiness.ts';
import { startForwarder } from './purchases/start-forwarder.ts';
import { statusKinds } from './statuses.ts';
import { thenOrdersKind } from './then-orders.ts';
import { webhooksKind } from './webhooks.ts';

/** For the steps of the leader's tasks. */
const LAST_STEPS_MS = 500;

interface BackgroundOptions {
  db: Db;
  reads: Reads;
  url: string;
  directUrl: string;
  config: Config;
  events: EventBus;
  log: Logger;
  metrics: Metrics;
  secrets: SecretBox;
  watch: AcknowledgedWatch;
}

/**
 * Starts the work of a background worker: the queue with all kinds, purchases, the schedule of backups, and the tasks of the leader, which run
 * on one of all servers.
 */
export function startBackground(options: BackgroundOptions): { stop: () => Promise<void> } {
  const { db, directUrl, config, events, log, metrics, secrets, watch } = options;
  const outbound = createOutbound({ policy: config.outbound });
  const suppliers = createSupplierClient({ db, secrets, log, outbound });
  const tools = { ...options, outbound, suppliers, client: suppliers };
  const transport = openTransport(config, log);
  const jobs = jobsKind(tools);
  const queue = startQueue({ db, directUrl, events, log });
  const webhooks = webhooksKind({ ...tools, publicUrl: config.publicUrl });
  const mail = mailKind({ transport, log });
  const kinds = [
    callsKind(tools),
    mail,
    messagesKind(tools),
    jobs.kind,
    webhooks,
    listsKind(tools),
    ...statusKinds(tools),
    thenOrdersKind(tools),
  ];
  for (const kind of kinds) queue.add(kind);
  startForwarder({ ...tools, queue, acknowledged: watch });
  const panel = measurePanel({ ...options, queue, jobRows: jobs.figures });
  const leader = startLeader({
    url: directUrl,
    start: () => [startHousekeeping(tools), startFillingTargets(tools), panel.checkLedger(), watchSuppliers(tools)],
    log,
  });
  metrics.read({ leads: leader.leads });
  // Not a task of the leader: another server may have the folder, or the space, that the leader lacks.
  const backups = startBackupSchedule(options);
  return {
    async stop() {
      // They leave nothing open that is not repeated, so nothing waits for a slow supplier's balance.
      const others = Promise.all([leader.stop(), backups.stop()]);
      await queue.stop();
      await Promise.race([others, sleep(LAST_STEPS_MS, undefined, { ref: false })]);
      transport.close();
    },
  };
}
