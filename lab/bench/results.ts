import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Goal, goalRows } from '../goals.ts';
import { markdownTableOf } from '../table.ts';

/** The figures of a run of all passes, in the format of docs/performance.json. */
export interface Results {
  /** The date. */
  on: string;
  machine: string;
  goals: Goal[];
  /** Further figures by pass. */
  figures: Record<string, Record<string, unknown>>;
}

const docs = (name: string) => join(import.meta.dirname, '../../docs', name);
const BEGIN = '<!-- goals: written by npm run bench -- --save -->';
const END = '<!-- end of goals -->';

/** Saves the figures in docs: as JSON and as a table. */
export function save(results: Results): void {
  // Short lists on one line, as the formatter writes them.
  const text = JSON.stringify(results, rounded, 2).replace(
    /\[\s+([-\d.e+]+(?:,\s+[-\d.e+]+)*)\s+\]/g,
    (_, numbers: string) => `[${numbers.replace(/\s+/g, ' ')}]`,
  );
  writeFileSync(docs('performance.json'), `${text}\n`);
  const page = readFileSync(docs('performance.md'), 'utf8');
  const [before, rest] = page.split(BEGIN);
  const after = rest?.split(END)[1];
  if (after === undefined) throw new Error(`docs/performance.md has no place for the table: ${BEGIN} … ${END}`);
  const { on, machine, goals } = results;
  const section = `${on}, ${machine}, [all figures](performance.json):\n\n${markdownTableOf(goalRows(goals))}`;
  writeFileSync(docs('performance.md'), `${before}${BEGIN}\n${section}\n${END}${after}`);
}

/** Six digits are more precise than a measurement; counts stay whole. */
function rounded(_key: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(6)) : value;
}
