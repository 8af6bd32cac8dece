import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { closeDb, connect } from '../../db/client.ts';
import { freePort } from '../../db/testing/free-port.ts';
import { startProxy } from '../../db/testing/proxy.ts';
import { mountSmallDisk, type SmallDisk } from '../../db/testing/small-disk.ts';
import { createAsker } from './asker.ts';
import { type Acknowledged, makeCast, work } from './clients.ts';
import { createClock } from './clock.ts';
import { type Cluster, clusterOfPanel, startOwnCluster } from './cluster.ts';
import { endlessly, faultsFor, type Scene, shuffled } from './faults.ts';
import { type Panel, runPanel } from './panel.ts';
import type { Random } from './random.ts';
import { type Reconciled, reconcile } from './reconcile.ts';
import { type ChaosRecord, type Counts, createRecord } from './record.ts';

/** How the panel and its database stand to each other. */
export interface SetUp {
  database: 'its own cluster' | 'behind a proxy';
  processes: number;
  /** Whether all files lie on a disk of their own, which can be full. */
  smallDisk?: boolean;
}

export interface RoundOptions extends SetUp {
  /** Undefined for as long as it takes until each fault has come once. */
  forMs: number | undefined;
  /** Only faults whose name has one of these texts in it. */
  named?: string[] | undefined;
  random: Random;
  /** Told of each fault as it happens. */
  say: (line: string) => void;
}

export interface RoundResult extends Counts, Reconciled {
  /** What the last stop in order ended with. */
  exitCode: number | null;
}

const CUSTOMERS = 6;
/** A panel that is not back by then does not come back. */
const RECOVERY_LIMIT_MS = 60_000;

/** Starts a panel with its clients, breaks it again and again, and compares what clients were told with what there is. */
export async function runRound(options: RoundOptions): Promise<RoundResult> {
  const folder = mkdtempSync(join(tmpdir(), 'panel-chaos-'));
  // Run as root, PostgreSQL becomes another user, who must be able to pass through to its data.
  chmodSync(folder, 0o755);
  const record = createRecord();
  const cleanUps: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
  const disk = options.smallDisk ? mountSmallDisk(folder) : undefined;
  if (disk) cleanUps.push(() => disk.unmount());
  else if (options.smallDisk) options.say('the disk is full: left out, as no file system can be mounted here');
  try {
    const { scene, url, admin } = await setUp(options, { folder, disk }, record, cleanUps);
    const asker = createAsker(url, record);
    const { cast, acknowledged } = await makeCast(asker, admin, CUSTOMERS);
    const working = new AbortController();
    const clients = work(asker, cast, acknowledged, working.signal).catch((error: Error) => {
      record.counts.silent.push(error.message);
    });
    try {
      await Promise.race([breakThings(scene, record, asker.oldestWaitingMs, options), clients]);
    } finally {
      working.abort();
    }
    await clients;
    const reconciled = await reconcileWith(scene.cluster, acknowledged);
    return { ...record.counts, ...reconciled, exitCode: await scene.panel.stop() };
  } finally {
    for (const cleanUp of cleanUps.toReversed()) await cleanUp();
  }
}

async function setUp(
  { database, processes, random }: RoundOptions,
  { folder, disk }: { folder: string; disk: SmallDisk | undefined },
  record: ChaosRecord,
  cleanUps: (() => unknown)[],
) {
  const dataDir = join(folder, 'panel');
  let cluster: Cluster | undefined;
  let proxy: Scene['proxy'];
  if (database === 'behind a proxy') {
    cluster = await startOwnCluster(join(folder, 'postgres'));
    cleanUps.push(() => cluster?.stop());
    const started = await startProxy({ target: cluster.url });
    cleanUps.push(() => started.close());
    proxy = started;
  }
  const admin = { userName: 'admin', password: randomBytes(12).toString('base64url') };
  const port = await freePort();
  const clock = createClock(folder);
  const panel: Panel = await runPanel(
    {
      ...ENV,
      NODE_OPTIONS: clock.nodeOptions,
      PORT: String(port),
      PROCESSES: String(processes),
      DATA_DIR: dataDir,
      DATABASE_URL: proxy?.url ?? '',
      JWT_SECRET: randomBytes(48).toString('base64url'),
      ADMIN_USERNAME: admin.userName,
      ADMIN_PASSWORD: admin.password,
    },
    record,
  );
  if (!cluster) {
    cluster = clusterOfPanel(dataDir);
    cleanUps.push(() => cluster?.stop());
  }
  cleanUps.push(() => panel.destroy());
  return { scene: { panel, cluster, proxy, disk, clock, random }, url: `http://localhost:${port}`, admin };
}

/** What is limited for one customer or one address is not what is looked at here. */
const ENV = {
  NODE_ENV: 'production',
  LOG_LEVEL: 'warn',
  HOST: 'localhost',
  ORDERS_PER_MINUTE: '1000000',
  RECHARGE_REQUESTS_PER_10_MINUTES: '1000000',
  LOGINS_PER_MINUTE_PER_ADDRESS: '1000000',
  REGISTRATIONS_PER_HOUR_PER_ADDRESS: '1000000',
};

async function breakThings(
  scene: Scene,
  record: ChaosRecord,
  oldestWaitingMs: () => number,
  { forMs, named, say }: RoundOptions,
) {
  const until = performance.now() + (forMs ?? Number.POSITIVE_INFINITY);
  const faults = faultsFor(scene, named);
  for (const fault of (forMs === undefined ? shuffled : endlessly)(faults, scene.random)) {
    if (performance.now() > until) return;
    record.begin(fault);
    await fault.inflict(scene);
    record.end();
    if (!(await hasComeBack(record, oldestWaitingMs))) {
      record.giveUp();
      say(`${fault.name}: not back after ${RECOVERY_LIMIT_MS / 1000} s\n${scene.panel.tail()}`);
      return;
    }
    const recoveryMs = record.counts.recoveries.at(-1)?.recoveryMs ?? 0;
    say(`${fault.name}: back after ${Math.round(recoveryMs)} ms`);
    // Whatever a fault left behind shows in a panel that nothing is done to.
    await sleep(scene.random.between(300, 1_000));
  }
}

async function hasComeBack(record: ChaosRecord, oldestWaitingMs: () => number): Promise<boolean> {
  const limit = performance.now() + RECOVERY_LIMIT_MS;
  while (performance.now() < limit) {
    if (record.hasRecovered(oldestWaitingMs())) return true;
    await sleep(20);
  }
  return false;
}

async function reconcileWith({ url }: Cluster, acknowledged: Acknowledged): Promise<Reconciled> {
  const db = connect(url, { max: 2, statementTimeoutMs: 0 });
  try {
    return await reconcile(db, acknowledged);
  } finally {
    await closeDb(db);
  }
}
