import { type Goal, verdictOf } from '../goals.ts';
import type { Results } from './results.ts';

const COLUMNS = ['', 'measured (range)', 'gate', 'goal', ''];

/** The table of goals as lines, each with what was measured, its range in the run, and its verdict. */
export function tableOf(goals: Goal[]): string {
  const rows = [COLUMNS, ...goals.map(cellsOf)];
  const widths = COLUMNS.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** The same for the documentation, with when and on what it was measured. */
export function markdownOf({ on, machine, goals }: Pick<Results, 'on' | 'machine' | 'goals'>): string {
  const rows = [COLUMNS, COLUMNS.map(() => '---'), ...goals.map(cellsOf)];
  const table = rows.map((row) => `| ${row.join(' | ')} |`).join('\n');
  const plot = '![Each figure against its gate, and the processor time of an order](images/performance.svg)';
  return `${on}, ${machine}, [all figures](performance.json):\n\n${table}\n\n${plot}`;
}

function cellsOf(goal: Goal): string[] {
  const { name, gate, goal: wished, unit, better } = goal;
  const limit = (value: number) => `${better === 'higher' ? '≥' : '≤'} ${shown(value)}${unit ? ` ${unit}` : ''}`;
  return [name, valueOf(goal), limit(gate), limit(wished), verdictOf(goal)];
}

function valueOf({ value, range, unit }: Goal): string {
  const spread = range ? ` (${range.map(shown).join('–')})` : '';
  return `${shown(value)}${unit ? ` ${unit}` : ''}${spread}`;
}

function shown(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(2);
}
