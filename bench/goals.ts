import { median, rangeOf } from './statistics.ts';

/** One figure of the panel's speed, with what it has to reach and what is wished for. */
export interface Goal {
  name: string;
  /** The median of one run. */
  value: number;
  /** The lowest and the highest of the same run. */
  range?: [number, number];
  unit?: string;
  /** A figure that misses it is work left over. */
  gate: number;
  goal: number;
  better: 'higher' | 'lower';
}

export type Verdict = 'goal met' | 'gate met' | 'MISSED';

export function verdictOf(goal: Goal): Verdict {
  if (reaches(goal, goal.goal)) return 'goal met';
  return reaches(goal, goal.gate) ? 'gate met' : 'MISSED';
}

/** A figure that could not be measured reaches nothing. */
export function reaches({ value, better }: Goal, limit: number): boolean {
  return better === 'higher' ? value >= limit : value <= limit;
}

/** A ratio that is to be high; its value is the median of all rounds. */
export function ratioGoal(name: string, ofRounds: number[], [gate, goal]: [gate: number, goal: number]): Goal {
  return { name, value: median(ofRounds), range: rangeOf(ofRounds), gate, goal, better: 'higher' };
}
