import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readMigrations } from '#db/migrator/read-migrations.ts';
import { findProblems } from './migration-rules.ts';

const migrations = readMigrations();
const problems = await findProblems(migrations);

/** The generator compares the schema with the newest alone. */
const snapshots = readdirSync(join(import.meta.dirname, '../db/migrations/meta')).filter(
  (name) => name !== '_journal.json',
);
const newest = `${migrations.at(-1)?.tag.slice(0, 4)}_snapshot.json`;
if (snapshots.join() !== newest) problems.push(`db/migrations/meta has ${snapshots.join(', ')}; keep ${newest} alone`);

for (const problem of problems) console.error(problem);
if (problems.length > 0) {
  console.error('\ndocs/migrations.md has the forms that do not stop the shop.');
  process.exitCode = 1;
}
