import type { Lab, LabDatabase } from '../lab.ts';
import { median } from '../statistics.ts';
import { medianText, tableOf } from '../table.ts';
import { type ContenderName, startContender } from './contenders.ts';
import { type Measured, measure, PARTS, partsOf, type Undisturbed, undisturbed } from './measure.ts';
import type { RaceEffort } from './passes/pass.ts';
import type { Prepared } from './prepare.ts';
import type { Customer } from './task.ts';

/** Not counted at the start of each turn: connections are opened, statements prepared. */
const WARM_UP_SECONDS = 0.3;
/** Before the first round, in lengths of a turn: V8 compiles hot code only after seconds. */
const FIRST_WARM_UP_TIMES = 2;
/** They run no code that V8 compiles. */
const NEED_NO_WARM_UP: ContenderName[] = ['single'];

/** Contenders that run in turn, for the same customers. */
export interface Scenario {
  label: string;
  names: ContenderName[];
  customers: (all: Customer[]) => Customer[];
  /** The connections of the panel, if it has more than the others; also with two processes. */
  oursConnections?: number;
}

export type Round = Partial<Record<ContenderName, Measured>>;

export interface Race {
  /** By scenario. */
  rounds: Round[][];
  /** Acknowledged orders, including those before the race. */
  orders: number;
}

/**
 * Runs all contenders of each scenario in turn in every round, so that a changing speed of the machine affects all of them, and prints
 * their figures.
 */
export async function race(
  lab: Lab,
  database: LabDatabase,
  { serviceId, renewed, earlier }: Prepared,
  scenarios: Scenario[],
  effort: RaceEffort,
): Promise<Race> {
  const names = [...new Set(scenarios.flatMap((scenario) => scenario.names))];
  const started = names.map(async (name) => {
    return [name, await startContender(lab, name, { databaseUrl: database.url, serviceId })] as const;
  });
  const contenders = new Map(await Promise.all(started));
  const all: Undisturbed<Round>[][] = scenarios.map(() => []);
  let orders = earlier;
  const warmUp = names.filter((name) => !NEED_NO_WARM_UP.includes(name));
  await run({ label: '', names: warmUp, customers: (each) => each }, 0, FIRST_WARM_UP_TIMES * effort.seconds);
  for (let nth = 0; nth < effort.rounds; nth++)
    for (const [index, scenario] of scenarios.entries())
      all[index]?.push(await undisturbed(() => run(scenario, nth, effort.seconds), effort.repeats));
  for (const [index, scenario] of scenarios.entries()) print(scenario, all[index] ?? []);
  return { rounds: all.map((rounds) => rounds.map(({ result }) => result)), orders };

  async function run(scenario: Scenario, nth: number, seconds: number): Promise<Round> {
    const round: Round = {};
    const customers = scenario.customers(await renewed());
    for (const name of rotated(scenario.names, nth)) {
      const contender = contenders.get(name);
      if (!contender) throw new Error(`${name} was not started`);
      const connections = connectionsOf(name, scenario);
      const task = { connections, seconds, warmUpSeconds: WARM_UP_SECONDS, customers };
      const measured = await measure(lab, contender, task);
      orders += measured.answeredInAll;
      round[name] = measured;
    }
    return round;
  }

  function connectionsOf(name: ContenderName, { oursConnections }: Scenario): number {
    return (name === 'ours' && oursConnections) || effort.connections;
  }

  function print(scenario: Scenario, rounds: Undisturbed<Round>[]): void {
    console.log(`\n${scenario.label}, ${effort.rounds} rounds of ${effort.seconds} s: medians (range)`);
    const rows = scenario.names.map((name) => {
      const measured = rounds.flatMap(({ result }) => result[name] ?? []);
      const middle = (of: (one: Measured) => number, decimals: number) => median(measured.map(of)).toFixed(decimals);
      return [
        contenders.get(name)?.label ?? name,
        String(connectionsOf(name, scenario)),
        medianText(measured.map(({ rate }) => rate)),
        middle(({ latencyMs }) => latencyMs?.p99 ?? Number.NaN, 0),
        ...PARTS.map((part) => middle(({ cpuMs }) => cpuMs[part], 3)),
        PARTS.map((part) => middle(({ cores }) => cores[part], 2)).join(' + '),
      ];
    });
    const head = [
      'ms of processor time per order:',
      'connections',
      'per second',
      'p99 ms',
      'server',
      'PostgreSQL',
      'load',
      'cores',
    ];
    console.log(tableOf([head, ...rows]));
    const others = rounds.map(
      ({ othersCores, repeats }) => `${othersCores.toFixed(2)}${repeats ? ` (repeated ${repeats} ×)` : ''}`,
    );
    console.log(`cores that other programs used in each round: ${others.join(', ')}`);
  }
}

/** The rate relative to another contender's, in each round. */
export function rateRatios(rounds: Round[], of: ContenderName, to: ContenderName): number[] {
  return rounds.map((round) => (round[of]?.rate ?? Number.NaN) / (round[to]?.rate ?? Number.NaN));
}

/** The orders relative to another contender's for the same processor time of server and PostgreSQL, in each round. */
export function cpuRatios(rounds: Round[], of: ContenderName, to: ContenderName): number[] {
  const cost = (measured?: Measured) => (measured ? measured.cpuMs.server + measured.cpuMs.postgres : Number.NaN);
  return rounds.map((round) => cost(round[to]) / cost(round[of]));
}

/** The medians of each contender. */
export function figuresOf(rounds: Round[]): Record<string, Pick<Measured, 'rate' | 'cpuMs' | 'cores'>> {
  const names = Object.keys(rounds[0] ?? {}) as ContenderName[];
  return Object.fromEntries(
    names.map((name) => {
      const middle = (of: (one: Measured) => number) => median(rounds.flatMap((round) => round[name] ?? []).map(of));
      const cpuMs = partsOf((part) => middle((one) => one.cpuMs[part]));
      return [
        name,
        { rate: middle(({ rate }) => rate), cpuMs, cores: partsOf((part) => middle((one) => one.cores[part])) },
      ];
    }),
  );
}

/** Each round begins with a different contender. */
function rotated<T>(all: T[], nth: number): T[] {
  const first = nth % all.length;
  return [...all.slice(first), ...all.slice(0, first)];
}
