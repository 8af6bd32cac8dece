import { setTimeout as sleep } from 'node:timers/promises';
import type { Proxy } from '../../db/testing/proxy.ts';
import { type Cluster, terminateAll } from './cluster.ts';
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
  random: Random;
}

interface Fault extends FaultKind {
  /** Resolves when nothing more is being done. */
  inflict: (scene: Scene) => Promise<void>;
}

/** What happens to every panel. */
const common: Fault[] = [
  fault('kill -9 of a backend', async ({ cluster, random }) => send(random.pick(cluster.backends()), 'SIGKILL')),
  fault('SIGTERM of a backend', async ({ cluster, random }) => send(random.pick(cluster.backends()), 'SIGTERM')),
  fault('pg_terminate_backend of all', ({ cluster }) => terminateAll(cluster.url)),
  fault('SIGSTOP of a backend', ({ cluster, random }) => suspend([random.pick(cluster.backends())], random)),
  fault('SIGSTOP of PostgreSQL', ({ cluster, random }) => suspend(cluster.processes(), random)),
  fault('kill -9 of the postmaster', ({ cluster }) => cluster.killPostmaster()),
  cutting('kill -9 of a worker', async ({ panel, random }) => killWorker(panel, random)),
  fault('SIGSTOP of a worker', ({ panel, random }) => suspend([random.pick(panel.workers())], random)),
  cutting('kill -9 of the supervisor', async ({ panel }) => panel.killSupervisor()),
  cutting('kill -9 of a worker and the postmaster', async ({ panel, cluster, random }) => {
    killWorker(panel, random);
    await cluster.killPostmaster();
  }),
  cutting('stop in order and start', async ({ panel }) => panel.restart()),
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
export function faultsFor({ proxy }: Pick<Scene, 'proxy'>, named: string[] = ['']): Fault[] {
  const all = proxy ? [...common, ...onTheWay] : common;
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

function killWorker(panel: Panel, random: Random): void {
  const pid = random.pick(panel.workers());
  if (pid !== undefined) panel.killWorker(pid);
}

async function suspend(pids: (number | undefined)[], random: Random): Promise<void> {
  for (const pid of pids) send(pid, 'SIGSTOP');
  await sleep(random.between(500, 3_000));
  for (const pid of pids) send(pid, 'SIGCONT');
}

function send(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid !== undefined) signalTo(pid, signal);
}
