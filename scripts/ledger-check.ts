import { checkLedger } from '#server/money/check-ledger.ts';
import { DATABASE_VARIABLES, readCommandLine } from './command-line.ts';
import { reportMissing } from './report-missing.ts';
import { withDatabase } from './with-database.ts';

readCommandLine({
  name: 'npm run ledger:check',
  purpose: `Proves every balance from the ledger in one snapshot, also while the panel runs. Lists wrong balances and exits with 1 if there
are any, or acknowledged entries that the database lacks and no admin has settled.`,
  options: {},
  environment: DATABASE_VARIABLES,
  example: 'npm run ledger:check',
});

await withDatabase(async (db) => {
  const { wallets, entries, orders, heldNanos, problems } = await checkLedger(db);
  const held = `${heldNanos / 1_000_000_000n}.${String(heldNanos % 1_000_000_000n).padStart(9, '0')}`;
  console.log(`${wallets} wallets with $${held} in all, ${entries} ledger rows, ${orders} orders`);
  await reportMissing(db);
  if (problems.length === 0) {
    console.log('Every balance is proved by the ledger.');
    return;
  }
  for (const problem of problems) console.error(`- ${problem}`);
  console.error(`The ledger does not add up: ${problems.length} problems.`);
  process.exitCode = 1;
});
