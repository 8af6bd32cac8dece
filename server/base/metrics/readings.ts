import { Counter, Gauge, type Registry } from 'prom-client';

interface BackupReading {
  /** Undefined if none is expected. */
  ageSeconds: number | undefined;
  isOutgoingPaused: boolean;
  /** By `performance.now()`. */
  readAtMs: number;
}

interface WebhookReading {
  waiting: number;
  failed: number;
  oldestSeconds: number;
  failingWebhooks: number;
}

interface ForwardReading {
  byState: Record<string, number>;
  flagged: number;
  oldestUnknownSeconds: number;
  statusesBehind: number;
  stoppedSuppliers: number;
}

interface LedgerReading {
  drift: number;
  wallets: number;
  rows: number;
  completedAtSeconds: number | undefined;
  walkedAtSeconds: number | undefined;
}

interface QueueReading {
  waiting: number;
  isBusy: boolean;
}

/** Read with each scrape. A process omits what it does not know. */
export interface Readings {
  connections?: () => { open: number; refused: Record<string, number>; closed: Record<string, number> };
  load?: () => { inFlight: number; shed: Record<string, number> };
  database?: () => { running: number; waiting: number; isAway: boolean };
  /** Reads that went to the primary although there is a read replica, by reason. */
  readFallbacks?: () => Record<string, number>;
  streams?: () => { open: number; ended: Record<string, number>; refused: number };
  chargeQueues?: () => QueueReading[];
  restarts?: () => Record<string, number>;
  backgroundUp?: () => boolean;
  /** Attempts by kind, and those of them that another process has taken over. */
  queue?: () => Record<string, { attempts: number; lost: number }>;
  /** Undefined until it is known. */
  setAside?: () => number | undefined;
  /** Undefined until it is known. */
  standbys?: () => { waitedFor: number; connected: number | undefined } | undefined;
  /** Undefined until it is known. */
  mailsWaiting?: () => number | undefined;
  /** Undefined until it is known. */
  webhooks?: () => WebhookReading | undefined;
  /** Undefined until it is known. */
  forwards?: () => ForwardReading | undefined;
  /** By status; undefined until it is known. */
  jobsOpen?: () => Record<string, number> | undefined;
  jobRows?: () => Record<string, number>;
  /** Undefined while another process checks the ledger. */
  ledger?: () => LedgerReading | undefined;
  leads?: () => boolean;
  /** Undefined until it is known. */
  backups?: () => BackupReading | undefined;
  /** Undefined until it is known, and before the first. */
  fullProof?: () => { atSeconds: number; problems: number } | undefined;
  acknowledged?: () => { missing: number; open: number | undefined; remembered: number; dropped: number };
}

type Values = Record<string, number> | number | undefined;

function seriesOf(values: Values, label: string): [labels: Record<string, string>, value: number][] {
  if (values === undefined) return [];
  if (typeof values === 'number') return [[{}, values]];
  return Object.entries(values).map(([each, value]) => [{ [label]: each }, value]);
}

/** Adds the series of some readings to registers. */
export function addReadings(registers: Registry[], readings: Readings): void {
  const {
    connections,
    load,
    streams,
    database,
    readFallbacks,
    standbys,
    chargeQueues,
    restarts,
    backgroundUp,
    queue: background,
    setAside,
    mailsWaiting,
    webhooks,
    forwards,
    jobsOpen,
    jobRows,
    fullProof,
    acknowledged,
    ledger,
    leads,
    backups,
  } = readings;
  /** @param label distinguishes several values */
  const gauge = (name: string, help: string, read: () => Values, label = '') =>
    new Gauge({
      name,
      help,
      labelNames: label ? [label] : [],
      registers,
      collect() {
        const series = seriesOf(read(), label);
        // An unknown value is no 0, and not the last one that was known.
        if (series.length === 0 && !label) this.remove();
        for (const [labels, value] of series) this.set(labels, value);
      },
    });
  /** For a value that another module counts, and that never falls. */
  const counter = (name: string, help: string, label: string | undefined, read: () => Values) =>
    new Counter({
      name,
      help,
      labelNames: label ? [label] : [],
      registers,
      collect() {
        this.reset();
        for (const [labels, value] of seriesOf(read(), label ?? '')) this.inc(labels, value);
      },
    });

  if (connections) {
    gauge('http_connections_open', 'Connections of clients', () => connections().open);
    counter(
      'http_connections_refused_total',
      'Connections beyond MAX_CONNECTIONS (all) and MAX_CONNECTIONS_PER_ADDRESS (address)',
      'limit',
      () => connections().refused,
    );
    counter(
      'http_connections_closed_total',
      'Connections closed because their clients read nothing (stalled), or to make room for others (idle)',
      'reason',
      () => connections().closed,
    );
  }
  if (load) {
    gauge('http_requests_in_flight', 'Requests in flight, without event streams', () => load().inFlight);
    counter(
      'http_requests_shed_total',
      'Requests refused with 503 before their work was begun, by reason: in_flight, event_loop',
      'reason',
      () => load().shed,
    );
  }
  if (streams) {
    gauge('live_streams_open', 'Open event streams', () => streams().open);
    counter(
      'live_streams_ended_total',
      'Streams that ended, by reason: left, token, session, too_many (of one user), stop',
      'reason',
      () => streams().ended,
    );
    counter('live_streams_refused_total', 'Streams beyond half of MAX_CONNECTIONS', 'limit', () => ({
      all: streams().refused,
    }));
  }
  if (database) {
    gauge(
      'database_connections_busy',
      'Connections of the pool that have a statement or a transaction',
      () => database().running,
    );
    gauge('database_waiting', 'Statements and transactions that wait for a connection', () => database().waiting);
    gauge('database_away', '1 while no database that accepts writes responds', () => Number(database().isAway));
  }
  if (readFallbacks) {
    counter(
      'read_replica_fallbacks_total',
      'Reads that the primary answered although there is a read replica, by reason: away, lag, cancelled, behind, other_database',
      'reason',
      readFallbacks,
    );
  }
  if (standbys) {
    gauge('database_commit_standbys', 'Standbys that a commit waits for', () => standbys()?.waitedFor);
    gauge(
      'database_standbys_connected',
      'Standbys that it may wait for and that are connected, if the role may see it',
      () => standbys()?.connected,
    );
  }
  if (chargeQueues) {
    const byQueue = (value: (queue: QueueReading) => number) =>
      Object.fromEntries(chargeQueues().map((queue, index) => [String(index), value(queue)]));
    gauge('charge_lane_waiting', 'Orders that wait to be charged', () => byQueue(({ waiting }) => waiting), 'lane');
    const busy = () => byQueue(({ isBusy }) => Number(isBusy));
    gauge('charge_lane_busy', '1 while orders are being charged', busy, 'lane');
  }
  if (backgroundUp)
    gauge('background_up', '1 while the background worker of this server works', () => Number(backgroundUp()));
  if (background) {
    const byKind = (value: 'attempts' | 'lost') =>
      Object.fromEntries(Object.entries(background()).map(([kind, figures]) => [kind, figures[value]]));
    counter('queue_attempts_total', 'Attempts of background work, by kind', 'kind', () => byKind('attempts'));
    const lost = 'Attempts that another process has taken over, because this one had lost its session';
    counter('queue_attempts_lost_total', lost, 'kind', () => byKind('lost'));
  }
  if (setAside)
    gauge('queue_set_aside', 'Rows that were set aside: processes ended while they were attempted alone', setAside);
  if (restarts) counter('restarts_total', 'Restarted parts of the panel', 'part', restarts);
  if (mailsWaiting) gauge('mails_waiting', 'Mails that are still to be sent', mailsWaiting);
  if (webhooks) {
    gauge('webhook_deliveries_waiting', 'Events that wait to be delivered to webhooks', () => webhooks()?.waiting);
    gauge('webhook_deliveries_failed', 'Events that were given up within 24 hours', () => webhooks()?.failed);
    gauge(
      'webhook_oldest_waiting_seconds',
      'Age of the oldest event that was not attempted, of webhooks that do not fail',
      () => webhooks()?.oldestSeconds,
    );
    gauge('webhooks_failing', 'Webhooks that are on and whose last attempt failed', () => webhooks()?.failingWebhooks);
  }
  if (forwards) {
    gauge('forwards', 'Purchases at suppliers that have not ended, by state', () => forwards()?.byState, 'state');
    gauge('forwards_flagged', 'Purchases at suppliers that need a person', () => forwards()?.flagged);
    const oldest = () => forwards()?.oldestUnknownSeconds;
    gauge('forward_oldest_unknown_seconds', 'Age of the oldest purchase whose outcome is unknown', oldest);
    const behind = 'Open orders whose supplier did not answer about them for longer than twice their interval';
    gauge('forward_statuses_behind', behind, () => forwards()?.statusesBehind);
    gauge('suppliers_stopped', 'Suppliers that nothing is bought from', () => forwards()?.stoppedSuppliers);
  }
  if (jobsOpen) gauge('jobs_open', 'Bulk jobs that have not ended, by status', jobsOpen, 'status');
  if (jobRows) {
    const help = 'Rows of bulk jobs by outcome: done, refused, failed (rolled back and tried again)';
    counter('job_rows_total', help, 'outcome', jobRows);
  }
  if (fullProof) {
    const help = 'When the whole ledger was last read and proved, which happens weekly';
    gauge('ledger_full_check_timestamp_seconds', help, () => fullProof()?.atSeconds);
    const found = 'Differences that it found; anything except 0 is an alarm';
    gauge('ledger_full_check_problems', found, () => fullProof()?.problems);
  }
  if (acknowledged) {
    counter(
      'acknowledged_missing_total',
      'Acknowledged entries that the database lacked after a lost connection or a failover; any increase is an alarm',
      undefined,
      () => acknowledged().missing,
    );
    gauge('acknowledged_missing_open', 'Missing entries that no admin has settled', () => acknowledged().open);
    gauge('acknowledged_remembered', 'Acknowledged entries that are looked for', () => acknowledged().remembered);
    counter(
      'acknowledged_dropped_total',
      'Entries that were forgotten before five minutes, to limit the memory',
      undefined,
      () => acknowledged().dropped,
    );
  }
  if (ledger) {
    gauge('ledger_drift', 'Wallets that do not match the ledger; anything except 0 is an alarm', () => ledger()?.drift);
    gauge(
      'ledger_checked_timestamp_seconds',
      'Up to when all wallets with new entries are checked',
      () => ledger()?.completedAtSeconds,
    );
    const walked = 'When all wallets, changed or not, had been checked last';
    gauge('ledger_walked_timestamp_seconds', walked, () => ledger()?.walkedAtSeconds);
    counter('ledger_checked_total', 'Wallets and rows of the ledger that were checked', 'what', () => {
      const figures = ledger();
      return figures && { wallets: figures.wallets, rows: figures.rows };
    });
  }
  if (backups) {
    gauge(
      'backup_age_seconds',
      'Age of the last backup; with BACKUP_TO and none so far, the time since the schedule began',
      () => ageNow(backups()),
    );
    gauge('outgoing_held', '1 while mails and jobs wait for an admin to release them, after a restore', () => {
      const reading = backups();
      return reading && Number(reading.isOutgoingPaused);
    });
  }
  if (leads)
    gauge('leader', '1 in the process that does the housekeeping and checks the ledger for all servers', () =>
      Number(leads()),
    );
}

/** It goes on while the database can not be read. */
function ageNow(reading: BackupReading | undefined): number | undefined {
  if (reading?.ageSeconds === undefined) return undefined;
  return reading.ageSeconds + (performance.now() - reading.readAtMs) / 1000;
}
