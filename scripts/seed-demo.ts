import { randomBytes } from 'node:crypto';
import { seedDemo } from '#db/seed/demo.ts';
import { countText } from '#db/seed/demo-options.ts';
import { createPasswords } from '#server/base/identity/passwords.ts';
import { updateMoneyTotals } from '#server/features/stats/update-money-totals.ts';
import { DATABASE_VARIABLES, readCommandLine } from './command-line.ts';
import { withDatabase } from './with-database.ts';

const { options } = readCommandLine({
  name: 'npm run seed:demo',
  purpose: `Adds customers with six months of orders and recharges to the panel's database, and prints how to log in as them. Changes no
existing rows and works while the panel runs.`,
  options: {
    orders: { takes: 'N', default: 2000, max: 20_000_000, means: 'the number of orders' },
    customers: {
      takes: 'N',
      min: 1,
      max: 1_000_000,
      means: 'the number of customers (default: one for 50 orders, at least 40)',
    },
    services: { takes: 'N', default: 0, max: 1_000_000, means: 'fill the catalogue up to this number of services' },
  },
  environment: DATABASE_VARIABLES,
  example: 'npm run seed:demo -- --services 5000 --orders 1000000',
});
const { orders, customers = usualCustomers(orders), services } = options;

await withDatabase(async (db) => {
  const password = randomBytes(9).toString('base64url');
  const passwordHash = await createPasswords().hash(password);
  const startedMs = performance.now();
  const report = (progress: string) => {
    console.log(`${((performance.now() - startedMs) / 1000).toFixed(1).padStart(7)} s  ${progress}`);
  };
  const added = await seedDemo(db, { orders, customers, services, passwordHash, report });
  report('rows written');
  // The housekeeping would do it within ten minutes; until then the overview has no totals.
  await updateMoneyTotals(db);
  report(`done: ${countText(added.recharges)} recharges and ${countText(added.ledgerRows)} ledger rows`);
  console.log(`\nLog in as ${added.userNames.join(', ')} or any other demo customer with the password ${password}`);
});

/** Forty for a small shop; fifty orders each for a large one. */
function usualCustomers(forOrders: number): number {
  return Math.max(40, Math.ceil(forOrders / 50));
}
