import { median } from './statistics.ts';
import { rangeText, shown, tableOf } from './table.ts';

/** A measured figure with its limits. */
export interface Goal {
  name: string;
  /** The median of one run. */
  value: number;
  /** The minimum and the maximum of the same run. */
  range?: [number, number];
  unit?: string;
  /** A figure that misses it fails the run. */
  gate: number;
  goal: number;
  better: 'higher' | 'lower';
}

/** A gate, and the goal if it is different. */
type Limits = { unit?: string } & ({ atLeast: number[] } | { atMost: number[] });

/** @param measured one figure, or one per round */
export function goalOf(name: string, measured: number | number[], limits: Limits): Goal {
  const isHigher = 'atLeast' in limits;
  const [gate = Number.NaN, goal = gate] = isHigher ? limits.atLeast : limits.atMost;
  const values = [measured].flat();
  return {
    name,
    value: median(values),
    ...(values.length > 1 && { range: [Math.min(...values), Math.max(...values)] }),
    ...(limits.unit && { unit: limits.unit }),
    gate,
    goal,
    better: isHigher ? 'higher' : 'lower',
  };
}

export type Verdict = 'goal met' | 'gate met' | 'MISSED';

export function verdictOf(goal: Goal): Verdict {
  if (reaches(goal, goal.goal)) return 'goal met';
  return reaches(goal, goal.gate) ? 'gate met' : 'MISSED';
}

/** NaN, for a figure that could not be measured, reaches no limit. */
export function reaches({ value, better }: Goal, limit: number): boolean {
  return better === 'higher' ? value >= limit : value <= limit;
}

const COLUMNS = ['', 'measured (range)', 'gate', 'goal', ''];

/** The goals as rows of a table, with their verdicts. */
export function goalRows(goals: Goal[]): string[][] {
  return [
    COLUMNS,
    ...goals.map((each) => {
      const { name, value, range, gate, goal, unit, better } = each;
      const text = (figure: number) => [shown(figure), unit].filter(Boolean).join(' ');
      const limit = (figure: number) => `${better === 'higher' ? '≥' : '≤'} ${text(figure)}`;
      const measured = range ? `${text(value)} (${rangeText(range)})` : text(value);
      return [name, measured, limit(gate), limit(goal), verdictOf(each)];
    }),
  ];
}

/** Prints the goals; a missed gate makes the exit code 1. */
export function reportGoals(goals: Goal[]): void {
  if (goals.length === 0) return;
  console.log(`\n${tableOf(goalRows(goals))}`);
  if (goals.some((goal) => verdictOf(goal) === 'MISSED')) process.exitCode = 1;
}
