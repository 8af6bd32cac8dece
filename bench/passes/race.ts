import { startCast, type TurnName } from '../contenders/cast.ts';
import type { Lab, LabDatabase } from '../lab/lab.ts';
import { type Kept, type Measured, measure, undisturbed } from '../lab/measure.ts';
import type { Prepared } from '../prepare.ts';
import { median, medianWithRange } from '../statistics.ts';
import type { Customer } from '../task.ts';
import type { RaceEffort } from './pass.ts';

/** Each turn begins with so much that is not counted: connections are made, statements prepared. */
const WARM_UP_SECONDS = 0.3;
/** Before the first round everybody runs so many times as long as in a round, as V8 compiles what is called often only after seconds. */
const FIRST_WARM_UP_TIMES = 2;
/** They run no code of their own. */
const NEED_NO_WARM_UP: TurnName[] = ['single', 'set'];

/** Who runs side by side, and for whom. */
export interface Scenario {
  label: string;
  names: TurnName[];
  customers: (all: Customer[]) => Customer[];
  /** Over how many somebody asks, where it is not as many as everybody else. */
  connections?: Partial<Record<TurnName, number>>;
}

export type Round = Partial<Record<TurnName, Measured>>;

export interface Race {
  /** Of each scenario. */
  rounds: Round[][];
  /** Orders that were acknowledged, with those before it. */
  orders: number;
}

/**
 * Runs every contender of each scenario in every round, in turn, so that a machine whose speed drifts slows all of them, after
 * a warm-up that is not counted. Prints what each did.
 */
export async function race(
  lab: Lab,
  database: LabDatabase,
  { serviceId, renewed, earlier }: Prepared,
  scenarios: Scenario[],
  effort: RaceEffort,
): Promise<Race> {
  const cast = await startCast(lab, database, serviceId, [...new Set(scenarios.flatMap(({ names }) => names))]);
  const kept: Kept<Round>[][] = scenarios.map(() => []);
  let orders = earlier;
  const warmUp = scenarios.flatMap(({ names }) => names).filter((name) => !NEED_NO_WARM_UP.includes(name));
  await run(
    { label: '', names: [...new Set(warmUp)], customers: (all) => all },
    0,
    FIRST_WARM_UP_TIMES * effort.seconds,
  );
  for (let nth = 0; nth < effort.rounds; nth++)
    for (const [index, scenario] of scenarios.entries())
      kept[index]?.push(await undisturbed(() => run(scenario, nth, effort.seconds), effort.repeats));
  for (const [index, scenario] of scenarios.entries()) tell(scenario, kept[index] ?? []);
  return { rounds: kept.map((rounds) => rounds.map(({ result }) => result)), orders };

  async function run({ names, customers, connections }: Scenario, nth: number, seconds: number): Promise<Round> {
    const round: Round = {};
    const callers = customers(await renewed());
    for (const name of turnedBy(names, nth)) {
      const turn = cast[name];
      if (!turn) throw new Error(`${name} was not started`);
      const task = {
        connections: connectionsOf(name, connections),
        seconds,
        warmUpSeconds: WARM_UP_SECONDS,
        customers: callers,
      };
      const measured = await measure(lab, turn, task);
      if (turn.orders) orders += measured.answeredInAll;
      round[name] = measured;
    }
    return round;
  }

  function connectionsOf(name: TurnName, own: Scenario['connections']): number {
    return own?.[name] ?? effort.connections;
  }

  function tell({ label, names, connections }: Scenario, rounds: Kept<Round>[]): void {
    console.log(`\n${label}, ${effort.rounds} rounds of ${effort.seconds} s: medians (range)`);
    console.log(
      `  ${''.padEnd(32)} connections ${'a second'.padStart(20)}   ms of processor each: server  PostgreSQL  load generator   cores of these`,
    );
    for (const name of names) {
      const all = rounds.flatMap(({ result }) => result[name] ?? []);
      console.log(
        `  ${(cast[name]?.label ?? '').padEnd(32)} ${String(connectionsOf(name, connections)).padStart(11)} ${rowOf(all)}`,
      );
    }
    const others = rounds.map(
      ({ othersCores, repeats }) => `${othersCores.toFixed(2)}${repeats ? ` (repeated ${repeats} ×)` : ''}`,
    );
    console.log(`  cores that other programs used in each round: ${others.join(', ')}`);
  }
}

/** How many times as many one did as the other in each round. */
export function rateRatios(rounds: Round[], of: TurnName, to: TurnName): number[] {
  return rounds.map((round) => rateIn(round, of) / rateIn(round, to));
}

/** How many times as many one does as the other with the same processor time, server and PostgreSQL together. */
export function thriftRatios(rounds: Round[], of: TurnName, to: TurnName): number[] {
  return rounds.map((round) => costIn(round, to) / costIn(round, of));
}

/** How much each did in a second, and what it took of the processor; medians. */
export function figuresOf(rounds: Round[]): Record<string, Pick<Measured, 'rate' | 'cpuMs' | 'cores'>> {
  const names = Object.keys(rounds[0] ?? {}) as TurnName[];
  return Object.fromEntries(
    names.map((name) => {
      const middle = (of: (one: Measured) => number) => median(rounds.flatMap((round) => round[name] ?? []).map(of));
      const parts = (of: (one: Measured) => Measured['cores']) => ({
        server: middle((one) => of(one).server),
        postgres: middle((one) => of(one).postgres),
        load: middle((one) => of(one).load),
      });
      const rate = middle((one) => one.rate);
      return [name, { rate, cpuMs: parts(({ cpuMs }) => cpuMs), cores: parts(({ cores }) => cores) }];
    }),
  );
}

function rateIn(round: Round, name: TurnName): number {
  return round[name]?.rate ?? Number.NaN;
}

function costIn(round: Round, name: TurnName): number {
  const { server = Number.NaN, postgres = Number.NaN } = round[name]?.cpuMs ?? {};
  return server + postgres;
}

/** Each round begins with another one. */
function turnedBy<T>(all: T[], nth: number): T[] {
  const first = nth % all.length;
  return [...all.slice(first), ...all.slice(0, first)];
}

function rowOf(all: Measured[]): string {
  const middle = (of: (one: Measured) => number, decimals: number) => median(all.map(of)).toFixed(decimals);
  const parts = ['server', 'postgres', 'load'] as const;
  const each = parts.map((part) => middle(({ cpuMs }) => cpuMs[part], 3).padStart(10));
  const cores = parts.map((part) => middle((one) => one.cores[part], 2));
  const rates = all.map(({ rate }) => rate);
  return `${medianWithRange(rates, 0).padStart(20)}   ${each.join('  ')}   ${cores.join(' + ')}`;
}
