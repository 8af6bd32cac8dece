import { setTimeout as sleep } from 'node:timers/promises';
import type { Proxy } from '../../db/testing/proxy.ts';
import type { SmallDisk } from '../../db/testing/small-disk.ts';
import type { Clock } from './clock.ts';
import type { Cluster } from './cluster.ts';
import { demote, lockTable, terminateAll, terminateListeners, useUpConnections } from './outages.ts';
import type { Panel } from './panel.ts';
import { signalTo } from './processes.ts';
import type { Random } from './random.ts';
import type { FaultKind } from './record.ts';

/** What faults are done to. */
export interface Scene {
  panel: Panel;
  cluster: Cluster;
  /** Between the panel and its database; undefined where there is nothing between them. */
  proxy: Proxy | undefined;
  /** That both have their files on, where it can be full. */
  disk: SmallDisk | undefined;
  /** Of the panel. */
  clock: Clock;
  random: Random;
}

interface Fault extends FaultKind {
  /** Resolves when nothing more is being done. */
  inflict: (scene: Scene) => Promise<void>;
}

/** Those that an order needs, one for each step of it. */
const TABLES = ['users', 'services', 'accounts', 'ledger', 'orders'];
/** Shorter than any message of PostgreSQL: one that vanishes as a whole can't be missed by anybody. */
const LONGEST_GAP_BYTES = 4;
/** Within what is left of an access token at the end of a round. */
const FURTHEST_AHEAD_MS = 600_000;
/** A token of a clock that is further ahead is refused, as it should be. */
const FURTHEST_BEHIND_MS = 25_000;

/** What happens to every panel. */
const common: Fault[] = [
  fault('kill -9 of a backend', async ({ cluster, random }) => signalTo(one(cluster.backends(), random), 'SIGKILL')),
  fault('SIGTERM of a backend', async ({ cluster, random }) => signalTo(one(cluster.backends(), random), 'SIGTERM')),
  fault('pg_terminate_backend of all', ({ cluster }) => terminateAll(cluster.url)),
  fault('SIGSTOP of a backend', ({ cluster, random }) => suspend([one(cluster.backends(), random)], random)),
  fault('SIGSTOP of the postmaster alone', ({ cluster, random }) =>
    suspend([one(cluster.processes().slice(0, 1), random)], random),
  ),
  fault('SIGSTOP of PostgreSQL', ({ cluster, random }) => suspend(cluster.processes(), random)),
  fault('kill -9 of the postmaster', ({ cluster }) => cluster.killPostmaster()),
  cutting('kill -9 of a worker', async ({ panel, random }) => killWorker(panel, random)),
  fault('SIGSTOP of a worker', ({ panel, random }) => suspend([one(panel.workers(), random)], random)),
  hanging('a worker hangs until it is replaced', ({ panel, random }) => panel.hangWorker(one(panel.workers(), random))),
  cutting('kill -9 of the supervisor', async ({ panel }) => panel.killSupervisor()),
  cutting('kill -9 of a worker and the postmaster', async ({ panel, cluster, random }) => {
    killWorker(panel, random);
    await cluster.killPostmaster();
  }),
  cutting('stop in order and start', async ({ panel }) => panel.restart()),
  fault('pg_terminate_backend of the listeners', ({ cluster }) => terminateListeners(cluster.url)),
  fault('a table is locked', ({ cluster, random }) =>
    lockTable(cluster.url, random.pick(TABLES) ?? 'orders', random.between(1_000, 6_000)),
  ),
  fault('all connections are used up', ({ cluster, random }) =>
    useUpConnections(cluster.url, random.between(1_000, 4_000)),
  ),
  fault('the primary is demoted', ({ cluster, random }) => demote(cluster.url, random.between(500, 3_000))),
  fault('the clock jumps', async ({ clock, random }) => {
    clock.set(
      random.pick([1, -1]) === 1
        ? random.between(60_000, FURTHEST_AHEAD_MS)
        : -random.between(1_000, FURTHEST_BEHIND_MS),
    );
    await sleep(random.between(500, 3_000));
    clock.set(0);
  }),
];

const ofDisks: Fault[] = [
  fault('the disk is full', async ({ disk, cluster, random }) => {
    disk?.fill();
    await sleep(random.between(500, 3_000));
    disk?.free();
    await cluster.mend();
  }),
];

/** What happens on the way to a database elsewhere. */
const onTheWay: Fault[] = [
  fault('proxy resets', async ({ proxy }) => proxy?.reset()),
  fault('proxy delays', async ({ proxy, random }) => {
    proxy?.delay(random.between(100, 800));
    await sleep(random.between(500, 2_000));
    proxy?.delay(0);
  }),
  fault('proxy swallows', async ({ proxy, random }) => {
    proxy?.swallow(true);
    await sleep(random.between(500, 2_500));
    proxy?.swallow(false);
  }),
  fault('proxy drops bytes of the stream', async ({ proxy, random }) => {
    proxy?.gap(random.between(1, LONGEST_GAP_BYTES));
    await sleep(random.between(200, 1_000));
    proxy?.gap(0);
  }),
  fault('proxy resets and refuses', async ({ proxy, random }) => {
    await proxy?.refuse(true);
    proxy?.reset();
    await sleep(random.between(500, 2_500));
    await proxy?.refuse(false);
  }),
];

/**
 * Every kind of fault that can be done to such a panel.
 * @param named only those whose name has one of these texts in it
 */
export function faultsFor({ proxy, disk }: Pick<Scene, 'proxy' | 'disk'>, named: string[] = ['']): Fault[] {
  const all = [...common, ...(proxy ? onTheWay : []), ...(disk ? ofDisks : [])];
  return all.filter(({ name }) => named.some((text) => name.includes(text)));
}

/** Each fault once, in an order that only looks random. */
export function* shuffled(faults: Fault[], random: Random): Generator<Fault> {
  const left = [...faults];
  for (;;) {
    const next = random.pick(left);
    if (!next) return;
    left.splice(left.indexOf(next), 1);
    yield next;
  }
}

/** The same again and again: each kind comes before any comes twice, so that a short run has many. */
export function* endlessly(faults: Fault[], random: Random): Generator<Fault> {
  while (faults.length > 0) yield* shuffled(faults, random);
}

function fault(name: string, inflict: Fault['inflict']): Fault {
  return { name, cutsClients: false, inflict };
}

/** Ends processes that clients are connected to. */
function cutting(name: string, inflict: Fault['inflict']): Fault {
  return { name, cutsClients: true, inflict };
}

/** Besides, those of them that are connected to it hear nothing until it is found out. */
function hanging(name: string, inflict: Fault['inflict']): Fault {
  return { name, cutsClients: true, hangs: true, inflict };
}

function killWorker(panel: Panel, random: Random): void {
  panel.killWorker(one(panel.workers(), random));
}

/** @throws Error where there is none: a fault that is done to nothing would show nothing */
function one(pids: number[], random: Random): number {
  const pid = random.pick(pids);
  if (pid === undefined) throw new Error('The process that a fault is for was not found');
  return pid;
}

async function suspend(pids: number[], random: Random): Promise<void> {
  for (const pid of pids) signalTo(pid, 'SIGSTOP');
  await sleep(random.between(500, 3_000));
  for (const pid of pids) signalTo(pid, 'SIGCONT');
}
