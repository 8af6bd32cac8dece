import { emptyCatalog, learn } from './catalog.ts';
import { parseSql } from './parse-sql.ts';
import type { Migration } from './read-migrations.ts';
import { locksOf, type TableLocks } from './statement-locks.ts';

/** A statement that is not applied yet. */
export interface PlannedStatement {
  /** Its first line. */
  text: string;
  isOutside: boolean;
  /** On tables that exist before the first pending migration; undefined if they can't be derived. */
  locks: TableLocks | undefined;
}

export interface PlannedMigration {
  tag: string;
  statements: PlannedStatement[];
}

const LONGEST_TEXT = 100;

/**
 * Describes pending migrations from their text alone: no lock is taken to find out.
 * @param all all migrations in order, because the tables of earlier ones matter
 */
export async function planMigrations(all: Migration[], pending: Migration[]): Promise<PlannedMigration[]> {
  const catalog = emptyCatalog();
  const isPending = new Set(pending.map(({ tag }) => tag));
  let existing: Set<string> | undefined;
  const planned: PlannedMigration[] = [];
  for (const { tag, steps } of all) {
    if (isPending.has(tag)) existing ??= new Set(catalog.tables);
    const statements: PlannedStatement[] = [];
    for (const step of steps)
      for (const text of step.kind === 'transaction' ? step.statements : [step.statement])
        for (const parsed of await parseSql(text)) {
          const locks = locksOf(parsed, catalog);
          const ofExisting = locks && new Map([...locks].filter(([table]) => existing?.has(table)));
          statements.push({ text: firstLineOf(text), isOutside: step.kind === 'outside', locks: ofExisting });
          learn(catalog, parsed);
        }
    if (isPending.has(tag)) planned.push({ tag, statements });
  }
  return planned;
}

/** The first line of a statement that is no comment. */
export function firstLineOf(text: string): string {
  const lines = text.split('\n').map((line) => line.trim());
  const line = lines.find((each) => each !== '' && !each.startsWith('--')) ?? '';
  return line.length > LONGEST_TEXT ? `${line.slice(0, LONGEST_TEXT)} …` : line;
}
