import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Finds migrations that the changelog does not mention.
 * @param changelog its text: "migration 0029" mentions one, "migrations 0030 to 0032" a range
 * @param files names of files, such as `0029_block_reason.sql`
 * @returns their numbers
 */
export function unnamedMigrations(changelog: string, files: string[]): string[] {
  const ranges = [...changelog.matchAll(/\bmigrations? (\d{4})(?:\s+to\s+(\d{4}))?/gi)];
  const isNamed = (number: string) => ranges.some(([, from = '', to = from]) => from <= number && number <= to);
  const numbers = files.flatMap((file) => /^(\d{4})_.*\.sql$/.exec(file)?.[1] ?? []);
  return numbers.filter((number) => !isNamed(number));
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '..');
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
  const missing = unnamedMigrations(changelog, readdirSync(join(root, 'db/migrations')));
  for (const number of missing)
    console.error(
      `Migration ${number} has no line in CHANGELOG.md: say under Unreleased what it does to a shop that upgrades.`,
    );
  if (missing.length > 0) process.exitCode = 1;
}
