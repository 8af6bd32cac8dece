import { setTimeout as sleep } from 'node:timers/promises';
import type { Proxy } from '#db/testing/proxy.ts';
import type { SmallDisk } from '#db/testing/small-disk.ts';
import type { Choices } from '../choices.ts';
import { signalTo } from '../processes.ts';
import type { Clock } from './clock.ts';
import type { Cluster } from './cluster.ts';
import { killForAWhile, type ManagedSupplier } from './forwards/suppliers.ts';
import { demote, lockTable, terminateAll, terminateListeners, useUpConnections } from './outages.ts';
import type { ManagedPanel } from './panel.ts';
import type { FaultKind } from './record.ts';

/** The targets of faults. */
export interface Scene {
  panel: ManagedPanel;
  cluster: Cluster;
  /** Between the panel and its database, if any. */
  proxy: Proxy | undefined;
  /** The disk of both, if it can be full. */
  disk: SmallDisk | undefined;
  /** The panel's. */
  clock: Clock;
  /** Those that the panel buys from. */
  suppliers: ManagedSupplier[];
  /** Another server on the same database. No client calls it, but it also sends purchases. */
  secondServer: ManagedPanel | undefined;
  choices: Choices;
}

interface Fault extends FaultKind {
  /** Resolves when the fault is over. */
  inflict: (scene: Scene) => Promise<void>;
}

/** An order needs all of them. */
const TABLES = ['users', 'services', 'accounts', 'ledger', 'orders'];
/** Shorter than any PostgreSQL message, because the loss of a whole message would go unnoticed. */
const LONGEST_GAP_BYTES = 4;
/** Less than an access token's remaining lifetime at the end of a round. */
const FURTHEST_AHEAD_MS = 600_000;
/** A token from further in the future is refused. */
const FURTHEST_BEHIND_MS = 25_000;

/** Faults of every panel. */
const common: Fault[] = [
  fault('kill -9 of a backend', async ({ cluster, choices }) => signalTo(one(cluster.backends(), choices), 'SIGKILL')),
  fault('SIGTERM of a backend', async ({ cluster, choices }) => signalTo(one(cluster.backends(), choices), 'SIGTERM')),
  fault('pg_terminate_backend of all', ({ cluster }) => terminateAll(cluster.url)),
  fault('SIGSTOP of a backend', ({ cluster, choices }) => suspend([one(cluster.backends(), choices)], choices)),
  fault('SIGSTOP of the postmaster alone', ({ cluster, choices }) =>
    suspend([one(cluster.processes().slice(0, 1), choices)], choices),
  ),
  fault('SIGSTOP of PostgreSQL', ({ cluster, choices }) => suspend(cluster.processes(), choices)),
  fault('kill -9 of the postmaster', ({ cluster }) => cluster.killPostmaster()),
  cutting('kill -9 of a worker', async (scene) => killWorker(scene)),
  fault('kill -9 of the background worker', async ({ panel }) => panel.killWorker(await backgroundOf(panel))),
  fault('SIGSTOP of the background worker', async ({ panel, choices }) =>
    suspend([await backgroundOf(panel)], choices),
  ),
  {
    name: 'the background worker hangs until it is replaced',
    hangs: true,
    inflict: async ({ panel }) => panel.hangWorker(await backgroundOf(panel)),
  },
  fault('SIGSTOP of a worker', ({ panel, choices }) => suspend([one(panel.workers(), choices)], choices)),
  {
    name: 'a worker hangs until it is replaced',
    cutsClients: true,
    hangs: true,
    inflict: ({ panel, choices }) => panel.hangWorker(one(panel.workers(), choices)),
  },
  cutting('kill -9 of the supervisor', async ({ panel }) => panel.killSupervisor()),
  cutting('kill -9 of a worker and the postmaster', async (scene) => {
    killWorker(scene);
    await scene.cluster.killPostmaster();
  }),
  cutting('stop in order and start', async ({ panel }) => panel.restart()),
  fault('pg_terminate_backend of the listeners', ({ cluster }) => terminateListeners(cluster.url)),
  fault('a table is locked', ({ cluster, choices }) =>
    lockTable(cluster.url, choices.pick(TABLES), choices.whole(1_000, 6_000)),
  ),
  fault('all connections are used up', ({ cluster, choices }) =>
    useUpConnections(cluster.url, choices.whole(1_000, 4_000)),
  ),
  fault('the primary is demoted', ({ cluster, choices }) => demote(cluster.url, choices.whole(500, 3_000))),
  fault('the clock jumps', async ({ clock, choices }) => {
    clock.set(
      choices.chance(50) ? choices.whole(60_000, FURTHEST_AHEAD_MS) : -choices.whole(1_000, FURTHEST_BEHIND_MS),
    );
    await sleep(choices.whole(500, 3_000));
    clock.set(0);
  }),
];

const ofDisks: Fault[] = [
  fault('the disk is full', async ({ disk, cluster, choices }) => {
    disk?.fill();
    await sleep(choices.whole(500, 3_000));
    disk?.free();
    await cluster.mend();
  }),
];

/** Faults of the connection to an external database. */
const onTheWay: Fault[] = [
  fault('proxy resets', async ({ proxy }) => proxy?.reset()),
  fault('proxy delays', async ({ proxy, choices }) => {
    proxy?.delay(choices.whole(100, 800));
    await sleep(choices.whole(500, 2_000));
    proxy?.delay(0);
  }),
  fault('proxy swallows', async ({ proxy, choices }) => {
    proxy?.swallow(true);
    await sleep(choices.whole(500, 2_500));
    proxy?.swallow(false);
  }),
  fault('proxy drops bytes of the stream', async ({ proxy, choices }) => {
    proxy?.gap(choices.whole(1, LONGEST_GAP_BYTES));
    await sleep(choices.whole(200, 1_000));
    proxy?.gap(0);
  }),
  fault('proxy resets and refuses', async ({ proxy, choices }) => {
    await proxy?.refuse(true);
    proxy?.reset();
    await sleep(choices.whole(500, 2_500));
    await proxy?.refuse(false);
  }),
];

const ofSuppliers: Fault[] = [
  fault('kill -9 of a supplier', ({ suppliers, choices }) => killSupplier(suppliers, choices)),
  fault('SIGSTOP of a supplier', ({ suppliers, choices }) => suspend([choices.pick(suppliers).pid()], choices)),
  cutting('kill -9 of a supplier and a worker', async (scene) => {
    killWorker(scene);
    await killSupplier(scene.suppliers, scene.choices);
  }),
];

const ofSecondServers: Fault[] = [
  fault('kill -9 of a worker of the second server', async ({ secondServer, choices }) => {
    secondServer?.killWorker(one(secondServer.workers(), choices));
  }),
  fault('kill -9 of the second server', async ({ secondServer }) => secondServer?.killSupervisor()),
  fault('kill -9 of the background worker of the second server', async ({ secondServer, choices }) => {
    // A release before has none.
    const background = secondServer?.background() ?? [];
    if (background.length > 0) secondServer?.killWorker(one(background, choices));
  }),
  fault('SIGSTOP of a worker of the second server', ({ secondServer, choices }) =>
    suspend([one(secondServer?.workers() ?? [], choices)], choices),
  ),
  cutting('kill -9 of workers of both servers and the postmaster', async (scene) => {
    scene.secondServer?.killWorker(one(scene.secondServer.workers(), scene.choices));
    killWorker(scene);
    await scene.cluster.killPostmaster();
  }),
];

/** All faults of such a panel, or those with one of some texts in their name. */
export function faultsFor(
  { proxy, disk, suppliers, secondServer }: Pick<Scene, 'proxy' | 'disk' | 'suppliers' | 'secondServer'>,
  named: string[] = [''],
): Fault[] {
  const all = [
    ...common,
    ...(proxy ? onTheWay : []),
    ...(disk ? ofDisks : []),
    ...(suppliers.length > 0 ? ofSuppliers : []),
    ...(secondServer ? ofSecondServers : []),
  ];
  return all.filter(({ name }) => named.some((text) => name.includes(text)));
}

/** Each fault once. */
export function* shuffled<Item>(faults: Item[], choices: Choices): Generator<Item> {
  const left = [...faults];
  while (left.length > 0) yield* left.splice(choices.whole(0, left.length - 1), 1);
}

/** Each fault once before any repeats. */
export function* endlessly<Item>(faults: Item[], choices: Choices): Generator<Item> {
  while (faults.length > 0) yield* shuffled(faults, choices);
}

function fault(name: string, inflict: Fault['inflict']): Fault {
  return { name, inflict };
}

/** Ends processes with connected clients. */
function cutting(name: string, inflict: Fault['inflict']): Fault {
  return { name, cutsClients: true, inflict };
}

function killWorker({ panel, choices }: Scene): void {
  panel.killWorker(one(panel.workers(), choices));
}

function killSupplier(suppliers: ManagedSupplier[], choices: Choices): Promise<void> {
  return killForAWhile(choices.pick(suppliers), () => sleep(choices.whole(100, 1_500)));
}

/** Waits for it: the next one starts after a pause. */
async function backgroundOf(panel: ManagedPanel): Promise<number> {
  for (;;) {
    const [pid] = panel.background();
    if (pid !== undefined) return pid;
    await sleep(50);
  }
}

/** @throws Error without a process: a fault without a target shows nothing */
function one(pids: number[], choices: Choices): number {
  if (pids.length === 0) throw new Error('The process of a fault was not found');
  return choices.pick(pids);
}

async function suspend(pids: number[], choices: Choices): Promise<void> {
  for (const pid of pids) signalTo(pid, 'SIGSTOP');
  await sleep(choices.whole(500, 3_000));
  for (const pid of pids) signalTo(pid, 'SIGCONT');
}
