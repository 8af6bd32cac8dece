import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { closeDb, connect } from '#db/client.ts';
import { startProxy } from '#db/testing/proxy.ts';
import { mountSmallDisk } from '#db/testing/small-disk.ts';
import type { Choices } from '../choices.ts';
import { inLab, type Lab } from '../lab.ts';
import { ADMIN_ENV } from '../panel.ts';
import { createClient } from './client.ts';
import { createClock } from './clock.ts';
import { type Cluster, clusterOfPanel, startOwnCluster } from './cluster.ts';
import { endlessly, faultsFor, type Scene, shuffled } from './faults.ts';
import { managePanel } from './panel.ts';
import { type Reconciled, reconcile } from './reconcile.ts';
import { type ChaosRecord, type Counts, createRecord } from './record.ts';
import { makeShop, work } from './work.ts';

/** How the panel and its database are connected. */
export interface SetUp {
  database: 'its own cluster' | 'behind a proxy';
  processes: number;
  /** Whether all files are on a disk that can be full. */
  smallDisk?: boolean;
}

export interface RoundOptions extends SetUp {
  /** Undefined runs until each fault has happened once. */
  forMs: number | undefined;
  /** Only faults with one of these texts in their name. */
  named?: string[] | undefined;
  choices: Choices;
  /** Receives each fault as it happens. */
  say: (line: string) => void;
}

export interface RoundResult extends Counts, Reconciled {
  /** Of the last graceful stop. */
  exitCode: number | null;
}

const CUSTOMERS = 6;
/** A panel that has not recovered by then never will. */
const RECOVERY_LIMIT_MS = 60_000;

/** Starts a panel with its clients, causes faults repeatedly, and compares the acknowledged requests with the database. */
export function runRound(options: RoundOptions): Promise<RoundResult> {
  return inLab(async (lab) => {
    const record = createRecord();
    const { scene, url } = await setUp(lab, options, record);
    const client = createClient(url, record);
    const { shop, acknowledged } = await makeShop(client, CUSTOMERS);
    const working = new AbortController();
    const clients = work(client, shop, acknowledged, working.signal).catch((error: Error) => {
      record.counts.silent.push(error.message);
    });
    try {
      await Promise.race([breakThings(scene, record, client.oldestWaitingMs, options), clients]);
    } finally {
      working.abort();
    }
    await clients;
    const db = connect(scene.cluster.url, { max: 2, statementTimeoutMs: 0 });
    const reconciled = await reconcile(db, acknowledged);
    await closeDb(db);
    return { ...record.counts, ...reconciled, exitCode: await scene.panel.stop() };
  });
}

async function setUp(lab: Lab, { database, processes, choices, smallDisk, say }: RoundOptions, record: ChaosRecord) {
  // The log is outside, so that a full disk does not end it.
  const folder = join(lab.folder, 'disk');
  mkdirSync(folder);
  chmodSync(folder, 0o755);
  const disk = smallDisk ? mountSmallDisk(folder) : undefined;
  if (disk) lab.onEnd(() => disk.unmount());
  else if (smallDisk) say('the disk is full: left out, as no file system can be mounted here');
  let cluster: Cluster | undefined;
  lab.onEnd(() => cluster?.stop());
  if (database === 'behind a proxy') cluster = await startOwnCluster(join(folder, 'postgres'));
  const proxy = cluster && (await startProxy({ target: cluster.url }));
  if (proxy) lab.onEnd(() => proxy.close());
  const clock = createClock(lab.folder);
  const dataDir = join(folder, 'panel');
  const ofChaos = { LOG_LEVEL: 'warn', SEED: 'catalogue', NODE_OPTIONS: clock.nodeOptions, DATA_DIR: dataDir };
  const options = { databaseUrl: proxy?.url, processes, env: { ...ADMIN_ENV, ...ofChaos } };
  const panel = await managePanel(lab, options, record);
  cluster ??= clusterOfPanel(dataDir);
  const scene: Scene = { panel, cluster, proxy, disk, clock, choices };
  return { scene, url: panel.url };
}

async function breakThings(
  scene: Scene,
  record: ChaosRecord,
  oldestWaitingMs: () => number,
  { forMs, named, say }: RoundOptions,
) {
  const untilMs = performance.now() + (forMs ?? Number.POSITIVE_INFINITY);
  const faults = faultsFor(scene, named);
  for (const fault of (forMs === undefined ? shuffled : endlessly)(faults, scene.choices)) {
    if (performance.now() > untilMs) return;
    record.begin(fault);
    await fault.inflict(scene);
    record.end();
    if (!(await hasRecovered(record, oldestWaitingMs))) {
      record.giveUp();
      say(`${fault.name}: not back after ${RECOVERY_LIMIT_MS / 1000} s\n${scene.panel.tail()}`);
      return;
    }
    const recoveryMs = record.counts.recoveries.at(-1)?.recoveryMs ?? 0;
    say(`${fault.name}: back after ${Math.round(recoveryMs)} ms`);
    // Late effects of a fault show while nothing else happens.
    await sleep(scene.choices.whole(300, 1_000));
  }
}

async function hasRecovered(record: ChaosRecord, oldestWaitingMs: () => number): Promise<boolean> {
  for (const limitMs = performance.now() + RECOVERY_LIMIT_MS; performance.now() < limitMs; await sleep(20))
    if (record.hasRecovered(oldestWaitingMs())) return true;
  return false;
}
