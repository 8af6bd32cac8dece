import { appendFileSync, cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const CHECKOUT = join(import.meta.dirname, '../..');
/** What a built panel runs from. */
const PARTS = ['dist', 'scripts', 'server', 'db', 'shared', 'package.json', 'package-lock.json'];

/**
 * Copies the built panel and adds one pending migration to the copy, so that its start is an upgrade. The code is the same.
 * @param folder the new checkout, which must not exist
 * @param release the number of the upgrade: each has the migrations of those before it
 */
export function makeNextVersion(folder: string, release: number): void {
  mkdirSync(folder);
  for (const part of PARTS) cpSync(join(CHECKOUT, part), join(folder, part), { recursive: true });
  symlinkSync(join(CHECKOUT, 'node_modules'), join(folder, 'node_modules'));
  const migrations = join(folder, 'db/migrations');
  const journalFile = join(migrations, 'meta/_journal.json');
  const journal = JSON.parse(readFileSync(journalFile, 'utf8')) as { entries: JournalEntry[] };
  for (let nth = 1; nth <= release; nth++) {
    const last = journal.entries.at(-1);
    if (!last) throw new Error('The panel has no migrations');
    const tag = `${String(last.idx + 1).padStart(4, '0')}_trial-${nth}`;
    appendFileSync(join(migrations, `${tag}.sql`), `ALTER TABLE "orders" ADD COLUMN "trial_${nth}" text;\n`);
    journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1, tag });
  }
  writeFileSync(journalFile, JSON.stringify(journal));
}

interface JournalEntry {
  idx: number;
  when: number;
  tag: string;
}
