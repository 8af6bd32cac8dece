import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { closeDb, connect } from '#db/client.ts';
import { startProxy } from '#db/testing/proxy.ts';
import { mountSmallDisk } from '#db/testing/small-disk.ts';
import { switchesProtocols } from '#server/testing/hostile-answers.ts';
import { startHostileServer } from '#server/testing/hostile-server.ts';
import type { Choices } from '../choices.ts';
import { inLab, type Lab } from '../lab.ts';
import { ADMIN_ENV } from '../panel.ts';
import { type Client, createClient } from './client.ts';
import { createClock } from './clock.ts';
import { type Cluster, clusterOfPanel, startOwnCluster } from './cluster.ts';
import { endlessly, faultsFor, type Scene, shuffled } from './faults.ts';
import { beginForwards, type ForwardsResult } from './forwards/begin-forwards.ts';
import { startSuppliers } from './forwards/suppliers.ts';
import { managePanel } from './panel.ts';
import { type Reconciled, reconcile } from './reconcile.ts';
import { type ChaosRecord, type Counts, createRecord, type Try } from './record.ts';
import { makeShop, work } from './work.ts';

/** How the panel and its database are connected. */
export interface SetUp {
  database: 'its own cluster' | 'behind a proxy';
  processes: number;
  /** Whether all files are on a disk that can be full. */
  smallDisk?: boolean;
  /** Whether orders are forwarded to two hostile suppliers. The panel then runs in development: suppliers are on this machine. */
  suppliers?: boolean;
  /** Whether a second server sends purchases from the same database. */
  secondServer?: boolean;
}

export interface RoundOptions extends SetUp {
  /** Undefined runs until each fault has happened once. */
  forMs: number | undefined;
  /** Only faults with one of these texts in their name. */
  named?: string[] | undefined;
  choices: Choices;
  /** Whether suppliers also answer purchases in words that no table knows. */
  words?: boolean | undefined;
  /** The lines of a supplier's list; four by default. */
  lines?: number | undefined;
  /** The checkout of another release that the second server runs. */
  beside?: string | undefined;
  /** Receives each fault as it happens. */
  say: (line: string) => void;
}

export interface RoundResult extends Counts, Reconciled {
  /** Undefined without suppliers. */
  forwards: ForwardsResult | undefined;
  /** Of the last graceful stop. */
  exitCode: number | null;
}

const CUSTOMERS = 6;
/** Of the suppliers' calls. */
const HOSTILE_PERCENT = 15;
/** The panel waits 30 s for a supplier's answer. */
const OUTWARD_PATIENCE_MS = 60_000;
/** A panel that has not recovered by then never will. */
const RECOVERY_LIMIT_MS = 60_000;

/** Starts a panel with its clients, causes faults repeatedly, and compares the acknowledged requests with the database. */
export function runRound(options: RoundOptions): Promise<RoundResult> {
  return inLab(async (lab) => {
    const record = createRecord();
    const { scene, url } = await setUp(lab, options, record);
    const client = createClient(url, record);
    const { suppliers } = scene;
    const { choices, words = false, say } = options;
    // Only where this machine may be called.
    const receiver =
      suppliers.length > 0 ? await startHostileServer(switchesProtocols, { isSecure: false }) : undefined;
    if (receiver) lab.onEnd(receiver.close);
    const { shop, acknowledged } = await makeShop(client, CUSTOMERS, receiver?.url);
    const forwards =
      suppliers.length > 0
        ? await beginForwards({
            client,
            outward: outwardClient(url, record),
            shop,
            acknowledged,
            suppliers,
            choices,
            words,
          })
        : undefined;
    const working = new AbortController();
    const clients = Promise.all([
      work(client, shop, acknowledged, working.signal, forwards?.shop),
      forwards?.work(working.signal),
    ]).catch((error: Error) => {
      record.counts.silent.push(error.message);
    });
    try {
      await Promise.race([breakThings(scene, record, client.oldestWaitingMs, options), clients]);
    } finally {
      working.abort();
    }
    await clients;
    const db = connect(scene.cluster.url, { max: 2, statementTimeoutMs: 0 });
    const forwarded = await forwards?.finish(db);
    if (receiver) say(`${receiver.answered()} deliveries were answered with 101`);
    const reconciled = await reconcile(db, acknowledged);
    await closeDb(db);
    const exitCodes = [await scene.panel.stop(), (await scene.secondServer?.stop()) ?? 0];
    return {
      ...record.counts,
      ...reconciled,
      forwards: forwarded,
      exitCode: exitCodes.find((code) => code !== 0) ?? 0,
    };
  });
}

/** For calls that wait for a supplier: they say nothing about the panel's own recovery, but a wrong response is one. */
function outwardClient(url: string, record: ChaosRecord): Client {
  const note = (each: Try) => {
    if (each.ending === 'wrong') record.note(each);
  };
  return createClient(url, { note }, { giveUpMs: 3 * OUTWARD_PATIENCE_MS, patienceMs: OUTWARD_PATIENCE_MS });
}

async function setUp(lab: Lab, options: RoundOptions, record: ChaosRecord) {
  const { database, processes, choices, smallDisk, say } = options;
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
  const toSuppliers: Record<string, string> = options.suppliers
    ? { NODE_ENV: 'development', OUTBOUND_ALLOW_LOOPBACK: 'true' }
    : {};
  const env = { ...ADMIN_ENV, ...ofChaos, ...toSuppliers };
  const panel = await managePanel(lab, { databaseUrl: proxy?.url, processes, env }, record);
  cluster ??= clusterOfPanel(dataDir);
  const second = {
    name: 'second',
    checkout: options.beside,
    databaseUrl: cluster.url,
    env: { ...env, DATA_DIR: join(folder, 'second') },
  };
  const scene: Scene = {
    panel,
    cluster,
    proxy,
    disk,
    clock,
    choices,
    suppliers: options.suppliers
      ? await startSuppliers(lab, { ...options, percent: HOSTILE_PERCENT, hangs: options.forMs !== undefined })
      : [],
    secondServer: options.secondServer ? await managePanel(lab, second, record) : undefined,
  };
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
