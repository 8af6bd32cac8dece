import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Choices } from '../choices.ts';
import type { Lab } from '../lab.ts';
import { CHECKOUT, makeNextVersion } from './next-version.ts';
import type { MachineFaults, Pair } from './pair.ts';
import type { HaProxy } from './proxy.ts';
import type { FaultKind } from './record.ts';
import type { Servers } from './servers.ts';

/** The targets of faults. */
export interface Scene {
  lab: Lab;
  pair: Pair;
  servers: Servers;
  proxy: HaProxy;
  choices: Choices;
  /** Whether the panels still run an older version than this checkout. */
  isOlder: boolean;
  /** How many upgrades to a copy of this checkout there were. */
  releases: number;
  /** Waits until orders succeed again. */
  recovered: () => Promise<void>;
}

export interface Fault extends FaultKind {
  /** Resolves when everything is as before. */
  inflict: (scene: Scene) => Promise<void>;
}

const GAP_LIMIT_SECONDS = 10;
const PLANNED_GAP_LIMIT_SECONDS = 2;
/** For this time the monitor's or the panels' machine is away, and nothing may be promoted. */
const AWAY_SECONDS = 15;
/** How long the old and the new primary both take connections before the script fences the old one. */
const BOTH_FOR_MS = 3_000;

const ALL: Fault[] = [
  fault('kill -9 of a server', async ({ servers, choices }) => servers.kill(choices.whole(0, 1))),
  fault('kill -9 of a worker', async ({ servers, choices }) => servers.killWorker(choices.whole(0, 1))),
  fault('kill -9 of the primary', async ({ pair, recovered }) => {
    await pair.killPrimary();
    await recovered();
    await pair.heal();
  }),
  fault('the primary freezes and comes back', async ({ pair, recovered }) => {
    await pair.freezePrimary();
    await recovered();
    await pair.thaw();
    await sleep(BOTH_FOR_MS);
    await pair.heal();
  }),
  planned('switchover', async ({ pair, recovered }) => {
    await pair.switchOver();
    await recovered();
    await pair.heal();
  }),
  rolling('rolling restart', async ({ servers, proxy }) => servers.restartInTurn(proxy)),
  rolling('rolling upgrade', async (scene) => {
    const { lab, servers, proxy } = scene;
    if (scene.isOlder) servers.use(CHECKOUT);
    else {
      scene.releases++;
      const checkout = join(lab.folder, `release-${scene.releases}`);
      makeNextVersion(checkout, scene.releases);
      servers.use(checkout);
    }
    scene.isOlder = false;
    await servers.restartInTurn(proxy);
  }),
];

/** What a manager on machines of its own is tried with; the others need none. */
const OF_MACHINES: Fault[] = [
  ...ALL.filter(({ name }) => name.includes('primary') || name === 'switchover'),
  away(`the monitor ends, then the primary; the monitor is back after ${AWAY_SECONDS} s`, async (machines, scene) => {
    await machines.loseMonitor();
    await machines.losePrimary();
    await machines.nothingIsPromoted(AWAY_SECONDS * 1_000);
    await machines.monitorReturns();
    await machines.takenOver();
    await scene.recovered();
    await scene.pair.heal();
  }),
  away(`only the panels are cut off from the primary, for ${AWAY_SECONDS} s`, async (machines) => {
    await machines.cutOffPanels();
    await machines.nothingIsPromoted(AWAY_SECONDS * 1_000);
    await machines.panelsReturn();
  }),
];

/** All faults, or those with one of some texts in their name. */
export function faultsNamed(named: string[] = [''], hasMachines = false): Fault[] {
  return (hasMachines ? OF_MACHINES : ALL).filter(({ name }) => named.some((text) => name.includes(text)));
}

function fault(name: string, inflict: Fault['inflict']): Fault {
  return { name, gapLimitSeconds: GAP_LIMIT_SECONDS, inflict };
}

function away(name: string, inflict: (machines: MachineFaults, scene: Scene) => Promise<void>): Fault {
  return {
    name,
    gapLimitSeconds: AWAY_SECONDS + GAP_LIMIT_SECONDS,
    async inflict(scene) {
      const { machines } = scene.pair;
      if (!machines) throw new Error('The servers are not on machines of their own');
      await inflict(machines, scene);
    },
  };
}

function planned(name: string, inflict: Fault['inflict']): Fault {
  return { name, gapLimitSeconds: PLANNED_GAP_LIMIT_SECONDS, inflict };
}

function rolling(name: string, inflict: Fault['inflict']): Fault {
  return { name, gapLimitSeconds: PLANNED_GAP_LIMIT_SECONDS, isRolling: true, inflict };
}
