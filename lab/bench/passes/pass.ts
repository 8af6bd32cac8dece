import type { Goal } from '../../goals.ts';
import type { Lab } from '../../lab.ts';

export interface RaceEffort {
  rounds: number;
  seconds: number;
  connections: number;
  /** How often a disturbed round is repeated at most. */
  repeats: number;
}

export interface Effort extends RaceEffort {
  /** Of the pass memory. */
  orders: number;
}

/** An independent part of the benchmark. */
export interface Pass {
  name: string;
  means: string;
  /** @throws Error if money is wrong afterwards, or a request was refused */
  run: (lab: Lab, effort: Effort) => Promise<PassResult>;
}

export interface PassResult {
  goals: Goal[];
  /** Further figures for docs/performance.json. */
  figures: Record<string, unknown>;
}
