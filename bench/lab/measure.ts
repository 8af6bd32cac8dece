import type { Turn } from '../contenders/cast.ts';
import type { Customer, Outcome, Task } from '../task.ts';
import type { Lab } from './lab.ts';
import { coresOfOthers, type Moment, readMoment, secondsOfTree } from './processor-time.ts';

/** What a contender did in its turn, and what that took of the processor. */
export interface Measured extends Outcome {
  /** Answers a second. */
  rate: number;
  /** Milliseconds of processor time an answer. */
  cpuMs: { server: number; postgres: number; load: number };
  /** How many cores were busy with it on average. */
  cores: { server: number; postgres: number; load: number };
}

interface TurnTask extends Pick<Task, 'connections' | 'seconds' | 'warmUpSeconds' | 'rate'> {
  customers: Customer[];
  /** Whether the server may refuse some, which do not count then. */
  mayRefuse?: boolean;
}

/** @throws Error where anything was refused that may not be */
export async function measure(
  { postgresPid }: Lab,
  turn: Turn,
  { customers, mayRefuse = false, ...task }: TurnTask,
): Promise<Measured> {
  let before: Moment = readMoment();
  const asked: Task = { ...task, url: turn.url, call: turn.call(customers) };
  const outcome = await turn.driver.run<Outcome>(asked, () => (before = readMoment()));
  const after = readMoment();
  if (outcome.refused > 0 && !mayRefuse)
    throw new Error(`${turn.label}: ${outcome.refused} of ${outcome.answeredInAll} were refused: ${outcome.refusal}`);
  const used = (pids: number[]) =>
    pids.reduce((sum, pid) => sum + secondsOfTree(after, pid) - secondsOfTree(before, pid), 0);
  const seconds = { server: used(turn.serverPids), postgres: used([postgresPid]), load: used([turn.driver.pid]) };
  const { answered, answeredUntilEnd, elapsedSeconds } = outcome;
  const readForSeconds = (after.atMs - before.atMs) / 1000;
  const each = (of: (cpuSeconds: number) => number) => ({
    server: of(seconds.server),
    postgres: of(seconds.postgres),
    load: of(seconds.load),
  });
  return {
    ...outcome,
    rate: answered / elapsedSeconds,
    cpuMs: each((cpuSeconds) => (cpuSeconds * 1000) / answeredUntilEnd),
    cores: each((cpuSeconds) => cpuSeconds / readForSeconds),
  };
}

/** More than that of other programs' work, and a round says more of them than of the panel. */
const OTHERS_LIMIT_CORES = 0.2;
const MOST_REPEATS = 2;

export interface Kept<T> {
  result: T;
  othersCores: number;
  repeats: number;
}

/** Does a round again, at most twice, where other programs used the processor meanwhile; the quietest one is kept. */
export async function undisturbed<T>(round: () => Promise<T>, mostRepeats = MOST_REPEATS): Promise<Kept<T>> {
  let quietest: Kept<T> | undefined;
  for (let repeats = 0; repeats <= mostRepeats; repeats++) {
    const before = readMoment();
    const result = await round();
    const othersCores = coresOfOthers(before, readMoment());
    if (!quietest || othersCores < quietest.othersCores) quietest = { result, othersCores, repeats };
    quietest.repeats = repeats;
    if (othersCores <= OTHERS_LIMIT_CORES) break;
  }
  return quietest as Kept<T>;
}
