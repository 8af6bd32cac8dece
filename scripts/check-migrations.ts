import { readMigrations } from '#db/migrator/read-migrations.ts';
import { findProblems } from './migration-rules.ts';

const problems = await findProblems(readMigrations());
for (const problem of problems) console.error(problem);
if (problems.length > 0) {
  console.error('\ndocs/migrations.md has the forms that do not stop the shop.');
  process.exitCode = 1;
}
