import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { closeDb, connect } from '#db/client.ts';
import { openSql } from '#db/connection.ts';
import { SILENT } from '#db/embedded/log.ts';
import { readPending } from '#db/migrate.ts';
import { type PlannedMigration, type PlannedStatement, planMigrations } from '#db/migrator/plan.ts';
import { type Migration, readMigrations } from '#db/migrator/read-migrations.ts';
import { describeLocks } from '#db/migrator/statement-locks.ts';
import { readConfig } from '#server/base/env.ts';
import { reasonOf } from '#server/base/log-error.ts';
import { bringUpToDate, locateDatabase } from '#server/process/database.ts';
import { DATABASE_VARIABLES, readCommandLine } from './command-line.ts';

const { options } = readCommandLine({
  name: 'npm run migrate',
  purpose: `Migrates the database to this version, also while servers of the release before run. Every start does the same. Exits with 1 if a
migration fails; the next call continues with the interrupted step.`,
  options: { 'dry-run': { means: 'prints each pending migration and the locks it takes; changes and locks nothing' } },
  environment: DATABASE_VARIABLES,
  example: 'npm run migrate -- --dry-run',
});

const say = (line: string) => console.log(line);
const log = {
  ...SILENT,
  info: say,
  warn: (line: string) => console.error(line),
  error: (line: string) => console.error(line),
};

try {
  const config = readConfig();
  if (options['dry-run'] && !config.databaseUrl && !existsSync(join(config.dataDir, 'postgres'))) {
    say('There is no database yet.');
    await printPlan(readMigrations());
  } else {
    const { url, close } = await locateDatabase(config, log);
    try {
      await (options['dry-run'] ? printPending(url) : apply(url));
    } finally {
      await close();
    }
  }
} catch (error) {
  console.error(reasonOf(error));
  process.exitCode = 1;
}

async function apply(url: string): Promise<void> {
  const db = connect(url, { max: 2 });
  try {
    const pending = await readPending(db.$client);
    await bringUpToDate(db, { url, log });
    say(pending.length === 0 ? 'The database is up to date.' : `The database is migrated to ${pending.at(-1)?.tag}.`);
  } finally {
    await closeDb(db);
  }
}

async function printPending(url: string): Promise<void> {
  const sql = openSql(url, { max: 1, applicationName: 'reseller-panel migrate dry-run' });
  try {
    await printPlan(await readPending(sql));
  } finally {
    await sql.end({ timeout: 5 });
  }
}

async function printPlan(pending: Migration[]): Promise<void> {
  if (pending.length === 0) return say('The database is up to date: no migration is pending.');
  say(`Pending: ${pending.length} ${pending.length === 1 ? 'migration' : 'migrations'}. Nothing is changed.`);
  for (const each of await planMigrations(readMigrations(), pending)) printMigration(each);
}

function printMigration({ tag, statements }: PlannedMigration): void {
  say(`\n${tag}`);
  const locking = statements.filter(({ locks }) => locks === undefined || locks.size > 0);
  for (const statement of locking) say(`  ${describe(statement)}\n      ${statement.text}`);
  const rest = statements.length - locking.length;
  if (rest > 0) say(`  no lock on an existing table: ${rest} ${rest === 1 ? 'statement' : 'statements'}`);
}

function describe({ locks, isOutside }: PlannedStatement): string {
  return `${describeLocks(locks)}${isOutside ? ', outside a transaction' : ''}`;
}
