import type { Goal } from '../goals.ts';
import type { Lab } from '../lab/lab.ts';

/** How long and how often is measured. */
export interface RaceEffort {
  rounds: number;
  seconds: number;
  connections: number;
  /** How often at most a round is repeated that other programs disturbed. */
  repeats: number;
}

/** What all passes are given. */
export interface Effort extends RaceEffort {
  /** How many are placed to see what the server's memory becomes. */
  orders: number;
  /** How many rows there are in the large table. */
  rows: number;
}

/** A part of the benchmark that stands alone. */
export interface Pass {
  name: string;
  means: string;
  /**
   * Prints what it finds as it goes.
   * @throws Error where money is not right after it, or anything was refused
   */
  run: (lab: Lab, effort: Effort) => Promise<PassResult>;
}

export interface PassResult {
  goals: Goal[];
  /** What else is kept of a run, as it is printed. */
  figures: Record<string, unknown>;
}
