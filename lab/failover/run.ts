import { setTimeout as sleep } from 'node:timers/promises';
import { endlessly, shuffled } from '../chaos/faults.ts';
import type { Choices } from '../choices.ts';
import { inLab } from '../lab.ts';
import { faultsNamed, type Scene } from './faults.ts';
import { startMachinePair } from './machine-pair.ts';
import { startManagedPair } from './managed-pair.ts';
import { type Compared, compare, startParts } from './parts.ts';
import type { Programs } from './programs.ts';
import { createFailoverRecord, type FailoverRecord, type FaultOutcome } from './record.ts';
import { startScriptedPair } from './scripted-pair.ts';
import { type StreamFigures, startTraffic } from './traffic.ts';

/** Who promotes the standby. */
export const MANAGERS = ['script', 'pg_auto_failover'] as const;
/** pg_auto_failover on this machine, and on three. */
export type Manager = (typeof MANAGERS)[number] | 'machines';

export interface RoundOptions {
  manager: Manager;
  programs: Programs;
  /** Undefined runs until each fault has happened once. */
  forMs?: number | undefined;
  /** Only faults with one of these texts in their name. */
  named?: string[] | undefined;
  choices: Choices;
  /** A built checkout of an older version, from which the panels are upgraded. */
  from?: string | undefined;
  /** Receives each fault as it ends. */
  say: (line: string) => void;
}

export interface RoundResult extends Compared {
  manager: Manager;
  outcomes: FaultOutcome[];
  /** The requests while there was no fault. */
  calm: FaultOutcome;
  streams: StreamFigures;
  /** An unexpected end, if any. */
  broken: string | undefined;
}

const QUIET_MS = 1_000;
const RECOVERY_LIMIT_MS = 90_000;
const PAIRS = { script: startScriptedPair, pg_auto_failover: startManagedPair, machines: startMachinePair };

/** Starts two panels behind HAProxy on a primary with its standby, causes faults under load, and compares all with the database. */
export function runRound({ manager, programs, forMs, named, choices, from, say }: RoundOptions): Promise<RoundResult> {
  return inLab(async (lab) => {
    const parts = await startParts(lab, programs, PAIRS[manager], from);
    const record = createFailoverRecord();
    const traffic = await startTraffic(parts.proxy.url, record);
    const scene: Scene = {
      lab,
      ...parts,
      choices,
      isOlder: from !== undefined,
      releases: 0,
      recovered: () => untilQuiet(record),
    };
    const broken = await breakThings(scene, record, { forMs, named, say }).then(
      () => undefined,
      (error: Error) => `${error.message}\n${parts.tail()}`,
    );
    const stuck = await traffic.stop().then(
      () => undefined,
      (error: Error) => error.message,
    );
    const compared = await compare(parts.pair, traffic.acknowledged);
    await parts.servers.stop();
    const { outcomes, calm } = record;
    const { streams } = traffic;
    return { manager, ...compared, outcomes, calm, streams, broken: broken ?? stuck };
  });
}

async function breakThings(
  scene: Scene,
  record: FailoverRecord,
  { forMs, named, say }: Pick<RoundOptions, 'forMs' | 'named' | 'say'>,
): Promise<void> {
  const untilMs = performance.now() + (forMs ?? Number.POSITIVE_INFINITY);
  const faults = faultsNamed(named, scene.pair.machines !== undefined);
  for (const fault of (forMs === undefined ? shuffled : endlessly)(faults, scene.choices)) {
    if (performance.now() > untilMs) return;
    record.begin(fault);
    await fault.inflict(scene);
    await untilQuiet(record);
    record.end();
    const { gapSeconds = 0, busy = [], failed = [], tries = 0 } = record.outcomes.at(-1) ?? {};
    say(
      `${fault.name}: ${tries} tries, ${busy.length} busy, ${failed.length} failed, ${gapSeconds.toFixed(2)} s without an order`,
    );
    // Late effects of a fault show while nothing else happens.
    await sleep(QUIET_MS);
  }
}

/** Waits until orders succeed, and nothing has failed for a second. */
async function untilQuiet(record: FailoverRecord): Promise<void> {
  for (const limitMs = performance.now() + RECOVERY_LIMIT_MS; performance.now() < limitMs; await sleep(20))
    if (record.quietMs() > QUIET_MS) return;
  throw new Error(`Orders did not succeed again within ${RECOVERY_LIMIT_MS / 1000} s`);
}
