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

/** Saves the figures in docs: as JSON and as a table. */
export function save(results: Results): void {
  writeFigures('performance.json', results);
  const { on, machine, goals } = results;
  const section = `${on}, ${machine}, [all figures](performance.json):\n\n${markdownTableOf(goalRows(goals))}`;
  replaceSection('goals: written by npm run bench -- --save', section);
}

/** Writes figures to a file of docs, with short lists on one line, as the formatter writes them. */
export function writeFigures(name: string, figures: object): void {
  const text = JSON.stringify(figures, rounded, 2).replace(
    /\[\s+([-\d.e+]+(?:,\s+[-\d.e+]+)*)\s+\]/g,
    (_, numbers: string) => `[${numbers.replace(/\s+/g, ' ')}]`,
  );
  writeFileSync(docs(name), `${text}\n`);
}

/** Replaces the part of docs/performance.md between two comments: `<!-- goals: … -->` and `<!-- end of goals -->`. */
export function replaceSection(comment: string, section: string): void {
  const begin = `<!-- ${comment} -->`;
  const end = `<!-- end of ${comment.replace(/:.*/, '')} -->`;
  const page = readFileSync(docs('performance.md'), 'utf8');
  const [before, rest] = page.split(begin);
  const after = rest?.split(end)[1];
  if (after === undefined) throw new Error(`docs/performance.md has no place for the table: ${begin} … ${end}`);
  writeFileSync(docs('performance.md'), `${before}${begin}\n${section}\n${end}${after}`);
}

/** Six digits are more precise than a measurement; counts stay whole. */
function rounded(_key: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(6)) : value;
}
