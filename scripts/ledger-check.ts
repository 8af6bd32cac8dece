import type { Db } from '#db/client.ts';
import { checkNewEntries } from '#server/money/check-new-entries.ts';
import { countOpenMissing } from '#server/money/missing-entries.ts';
import { DATABASE_VARIABLES, readCommandLine } from './command-line.ts';
import { withDatabase } from './with-database.ts';

const { options } = readCommandLine({
  name: 'npm run ledger:check',
  purpose: `Proves every balance from the ledger in one snapshot, also while the panel runs. Of a large ledger it reads what came since
the last checkpoints. Lists wrong balances and exits with 1 if there are any, or acknowledged entries that the database lacks and no
admin has settled.`,
  options: { full: { means: 'reads the whole ledger again, and the checkpoints with it' } },
  environment: { ...DATABASE_VARIABLES, DATABASE_READ_URL: 'a standby of it, which is then read' },
  example: 'npm run ledger:check -- --full',
});

await withDatabase(async (primary, reads) => {
  const startedMs = performance.now();
  const report = await reads.run((db) => checkNewEntries(db, { isFull: options.full }));
  const { wallets, entries, orders, heldNanos, problems, newRows } = report;
  const held = `${heldNanos / 1_000_000_000n}.${String(heldNanos % 1_000_000_000n).padStart(9, '0')}`;
  console.log(`${wallets} wallets with $${held} in all, ${entries} ledger rows, ${orders} orders`);
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
  console.log(
    newRows === undefined
      ? `All rows were read, in ${seconds} s.`
      : `${newRows} rows since the checkpoints were read, in ${seconds} s; -- --full reads all.`,
  );
  await reportMissing(primary);
  if (problems.length === 0) {
    console.log('Every balance is proved by the ledger.');
    return;
  }
  for (const problem of problems) console.error(`- ${problem}`);
  console.error(`The ledger does not add up: ${problems.length} problems.`);
  process.exitCode = 1;
});

/** Reports acknowledged entries that the database lacks; the command then exits with 1 until an admin has settled all of them. */
async function reportMissing(db: Db): Promise<void> {
  const open = await countOpenMissing(db);
  if (open === 0) return;
  console.error(`- ${open} acknowledged entries are missing and not settled: see Missing entries in the dashboard.`);
  process.exitCode = 1;
}
