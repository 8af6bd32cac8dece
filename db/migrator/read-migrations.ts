import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** One file of db/migrations, in the form that drizzle-kit writes. */
export interface Migration {
  /** The file's name without `.sql`: `0036_backups`. */
  tag: string;
  /** The time of its creation in milliseconds, which identifies it in the table of applied migrations. */
  createdAtMs: number;
  /** SHA-256 of the file, in hexadecimal. */
  hash: string;
  steps: Step[];
}

/** The part of a migration that is committed at once. */
export type Step =
  | { kind: 'transaction'; statements: string[] }
  /** Runs on its own, and is repeated until it changes no row if it is in batches. */
  | { kind: 'outside'; statement: string; isInBatches: boolean };

/** The last migration that was written for one transaction. Those up to it stay as they are. */
export const LAST_EXEMPT = '0035_step-up';

const MIGRATIONS_FOLDER = fileURLToPath(new URL('../migrations', import.meta.url));
const BREAKPOINT = '--> statement-breakpoint';
const MARK = /^\s*--\s*outside\b.*$/gim;
const OUTSIDE = '-- outside a transaction';
const IN_BATCHES = '-- outside a transaction, in batches';

interface Journal {
  entries: { tag: string; when: number }[];
}

/**
 * Reads the migrations of this version in the order of drizzle-kit's journal.
 *
 * @param folder another folder in the same form
 * @throws Error if a file is missing or has an unknown mark
 */
export function readMigrations(folder = MIGRATIONS_FOLDER): Migration[] {
  const journal = JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8')) as Journal;
  return journal.entries.map(({ tag, when }) =>
    parseMigration(tag, when, readFileSync(join(folder, `${tag}.sql`), 'utf8')),
  );
}

/**
 * Parses one file.
 *
 * @param createdAtMs its time in the journal
 * @throws Error if it has an unknown mark
 */
export function parseMigration(tag: string, createdAtMs: number, text: string): Migration {
  const hash = createHash('sha256').update(text).digest('hex');
  const statements = text.split(BREAKPOINT).filter((statement) => statement.trim() !== '');
  const steps: Step[] = [];
  for (const statement of statements) {
    const mark = markOf(tag, statement);
    const last = steps.at(-1);
    if (mark) steps.push({ kind: 'outside', statement, isInBatches: mark === IN_BATCHES });
    else if (last?.kind === 'transaction') last.statements.push(statement);
    else steps.push({ kind: 'transaction', statements: [statement] });
  }
  return { tag, createdAtMs, hash, steps };
}

/**
 * The migrations up to one of them, or all.
 * @throws Error if there is no such migration
 */
export function migrationsThrough(migrations: Migration[], through: string | undefined): Migration[] {
  if (through === undefined) return migrations;
  const index = migrations.findIndex(({ tag }) => tag === through);
  if (index === -1) throw new Error(`This version has no migration ${through}.`);
  return migrations.slice(0, index + 1);
}

function markOf(tag: string, statement: string): string | undefined {
  const marks = statement.match(MARK)?.map((mark) => mark.trim()) ?? [];
  const [mark] = marks;
  if (mark === undefined) return undefined;
  if (marks.length === 1 && (mark === OUTSIDE || mark === IN_BATCHES)) return mark;
  throw new Error(
    `Migration ${tag} has the mark "${marks.join('", "')}"; the marks are "${OUTSIDE}" and "${IN_BATCHES}".`,
  );
}
