import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Choices } from '../choices.ts';
import type { Lab } from '../lab.ts';
import { CHECKOUT, makeNextVersion } from './next-version.ts';
import type { Pair } from './pair.ts';
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

/** All faults, or those with one of some texts in their name. */
export function faultsNamed(named: string[] = ['']): Fault[] {
  return ALL.filter(({ name }) => named.some((text) => name.includes(text)));
}

function fault(name: string, inflict: Fault['inflict']): Fault {
  return { name, gapLimitSeconds: GAP_LIMIT_SECONDS, inflict };
}

function planned(name: string, inflict: Fault['inflict']): Fault {
  return { name, gapLimitSeconds: PLANNED_GAP_LIMIT_SECONDS, inflict };
}

function rolling(name: string, inflict: Fault['inflict']): Fault {
  return { name, gapLimitSeconds: PLANNED_GAP_LIMIT_SECONDS, isRolling: true, inflict };
}
