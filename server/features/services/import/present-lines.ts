import { createHash } from 'node:crypto';
import { setImmediate as othersTurn } from 'node:timers/promises';
import { type ImportedLine, importKinds } from '#shared/catalogue-file.ts';
import { type CatalogueFields, cellOf, type FilledColumn, filledColumns, type PlannedLine } from './catalogue-shape.ts';

/** Characters of a long text shown around the change. */
const SHOWN = 200;
const SHOWN_BEFORE = 40;
const LINES_AT_ONCE = 100;
/** The displayed columns of a new service; its name is shown separately. */
const shownOfNew: FilledColumn[] = ['externalId', 'category', 'price', 'min', 'max', 'type'];

/** The outcome of the lines for display. */
export async function presentLines(lines: PlannedLine[]): Promise<ImportedLine[]> {
  const presented: ImportedLine[] = [];
  for (const [index, planned] of lines.entries()) {
    if (index % LINES_AT_ONCE === 0) await othersTurn();
    presented.push(presentLine(planned));
  }
  return presented;
}

function presentLine(planned: PlannedLine): ImportedLine {
  const { line, kind } = planned;
  const blank = { line, kind, changes: [], messages: [] };
  if (planned.kind === 'error') return { ...blank, id: null, name: planned.name, messages: planned.messages };
  if (planned.kind === 'unchanged') return { ...blank, id: planned.current.id, name: planned.current.name };
  const { fields } = planned;
  const columns =
    planned.kind === 'update' ? planned.changed : shownOfNew.filter((column) => isWorthShowing(fields, column));
  const current = planned.kind === 'update' ? planned.current : undefined;
  const changes = columns.map((field) => ({
    field,
    ...excerpts(current && cellOf(current, field), cellOf(fields, field)),
  }));
  return { ...blank, id: current?.id ?? null, name: fields.name, changes };
}

/** Most services are of the default type. */
function isWorthShowing(fields: CatalogueFields, column: FilledColumn): boolean {
  const cell = cellOf(fields, column);
  return cell !== null && cell !== '' && !(column === 'type' && cell === 'default');
}

export function countKinds(lines: PlannedLine[]): Record<PlannedLine['kind'], number> {
  const counts = Object.fromEntries(importKinds.map((kind) => [kind, 0])) as Record<PlannedLine['kind'], number>;
  for (const { kind } of lines) counts[kind]++;
  return counts;
}

/**
 * The hash of an outcome: every line with all its changes.
 * @param newestId of all services, so that a file of new services has another outcome after it was applied
 * @param choices the columns and options that were used
 */
export async function hashLines(lines: PlannedLine[], newestId: number, choices: unknown[]): Promise<string> {
  const hash = createHash('sha256');
  const creates = lines.some(({ kind }) => kind === 'create');
  hash.update(JSON.stringify([lines.length, creates ? newestId : null, choices]));
  for (const [index, planned] of lines.entries()) {
    if (index % LINES_AT_ONCE === 0) await othersTurn();
    hash.update(JSON.stringify(outcomeOf(planned)));
  }
  return hash.digest('hex');
}

function outcomeOf(planned: PlannedLine): unknown[] {
  const { line, kind } = planned;
  if (planned.kind === 'create') return [line, kind, filledColumns.map((column) => cellOf(planned.fields, column))];
  if (planned.kind !== 'update') return [line, kind];
  const { current, fields, changed } = planned;
  return [line, kind, current.id, changed.map((column) => [column, cellOf(current, column), cellOf(fields, column)])];
}

/** The parts of two long texts where they begin to differ. */
function excerpts(from: string | null | undefined, to: string | null) {
  const old = from ?? null;
  const start = old === null || to === null ? 0 : Math.max(0, firstDifference(old, to) - SHOWN_BEFORE);
  return { from: excerpt(old, start), to: excerpt(to, start) };
}

function firstDifference(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  return at;
}

function excerpt(text: string | null, start: number): string | null {
  if (text === null || text.length <= SHOWN) return text;
  const end = start + SHOWN;
  return `${start > 0 ? '…' : ''}${text.slice(start, end)}${end < text.length ? '…' : ''}`.toWellFormed();
}
