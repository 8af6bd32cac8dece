import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Goal } from '../goals.ts';
import type { Measured } from '../lab/measure.ts';
import { drawPlot } from './plot.ts';
import { markdownOf } from './table.ts';

/** What a run of all passes found, as it is kept. */
export interface Results {
  /** When it ended, as a date. */
  on: string;
  machine: string;
  goals: Goal[];
  /** Each pass's further figures; of `orders` the plot takes what each contender cost. */
  figures: Record<string, Record<string, unknown>> & { orders?: { many?: Costs } };
}

/** By contender. */
export type Costs = Record<string, Pick<Measured, 'rate' | 'cpuMs'>>;

const docs = (name: string) => fileURLToPath(new URL(`../../docs/${name}`, import.meta.url));
const BEGIN = '<!-- goals: written by npm run bench -- --save -->';
const END = '<!-- end of goals -->';

/** Keeps the figures in the documentation: as they are, as a table and as a plot. */
export function save(results: Results): void {
  // Ranges in one line each, as the formatter has them, which takes figures that are not too long for one.
  const text = JSON.stringify(results, rounded, 2).replace(
    /\[\s+([-\d.e+]+(?:,\s+[-\d.e+]+)*)\s+\]/g,
    (_, numbers: string) => `[${numbers.replace(/\s+/g, ' ')}]`,
  );
  writeFileSync(docs('performance.json'), `${text}\n`);
  writeFileSync(docs('images/performance.svg'), drawPlot(results));
  const page = readFileSync(docs('performance.md'), 'utf8');
  const [before, rest] = page.split(BEGIN);
  const after = rest?.split(END)[1];
  if (after === undefined) throw new Error(`docs/performance.md has no place for the table: ${BEGIN} … ${END}`);
  writeFileSync(docs('performance.md'), `${before}${BEGIN}\n${markdownOf(results)}\n${END}${after}`);
}

/** No measurement here holds to more than six digits; counts are whole, and stay. */
function rounded(_key: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(6)) : value;
}
