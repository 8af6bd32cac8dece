import type { Lab } from '../lab.ts';
import { coresOfOthers, readMoment, secondsOfTree } from '../processes.ts';
import type { Contender } from './contenders.ts';
import type { Customer, Outcome, Task } from './task.ts';

/** The work of a contender, and its use of the processor. */
export interface Measured extends Outcome {
  /** Responses per second. */
  rate: number;
  /** Milliseconds of processor time per response. */
  cpuMs: Parts;
  /** Busy cores on average. */
  cores: Parts;
}

export const PARTS = ['server', 'postgres', 'load'] as const;
export type Parts = Record<(typeof PARTS)[number], number>;

interface MeasuredTask extends Pick<Task, 'connections' | 'seconds' | 'warmUpSeconds'> {
  customers: Customer[];
  /** Whether the server may refuse some requests, which then do not count. */
  mayRefuse?: boolean;
}

/** @throws Error if a request was refused that must not be */
export async function measure(
  lab: Lab,
  { label, load, url, call, serverPid }: Contender,
  { customers, mayRefuse = false, ...task }: MeasuredTask,
): Promise<Measured> {
  const pids = { server: serverPid, postgres: (await lab.postgres()).pid, load: load.pid };
  let before = readMoment();
  const asked: Task = { ...task, url, call: call(customers) };
  const outcome = await load.run<Outcome>(asked, () => (before = readMoment()));
  const after = readMoment();
  const { refused, refusal, answered, answeredUntilEnd, answeredInAll, elapsedSeconds } = outcome;
  if (refused > 0 && !mayRefuse) throw new Error(`${label}: ${refused} of ${answeredInAll} were refused: ${refusal}`);
  const each = (divisor: number) =>
    partsOf((part) => {
      const pid = pids[part];
      return pid === undefined ? 0 : (secondsOfTree(after, pid) - secondsOfTree(before, pid)) / divisor;
    });
  return {
    ...outcome,
    rate: answered / elapsedSeconds,
    cpuMs: each(answeredUntilEnd / 1000),
    cores: each((after.atMs - before.atMs) / 1000),
  };
}

export function partsOf(valueOf: (part: keyof Parts) => number): Parts {
  return { server: valueOf('server'), postgres: valueOf('postgres'), load: valueOf('load') };
}

/** A round with more load from other programs than this is repeated. */
const OTHERS_LIMIT_CORES = 0.2;

export interface Undisturbed<T> {
  result: T;
  othersCores: number;
  repeats: number;
}

/** Repeats a round disturbed by other programs, and returns the quietest one. */
export async function undisturbed<T>(round: () => Promise<T>, mostRepeats: number): Promise<Undisturbed<T>> {
  let quietest: Undisturbed<T> | undefined;
  for (let repeats = 0; ; repeats++) {
    const before = readMoment();
    const result = await round();
    const othersCores = coresOfOthers(before, readMoment());
    if (!quietest || othersCores < quietest.othersCores) quietest = { result, othersCores, repeats };
    if (othersCores <= OTHERS_LIMIT_CORES || repeats >= mostRepeats) return { ...quietest, repeats };
  }
}
