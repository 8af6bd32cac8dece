import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { seedDemo } from '../db/seed/demo.ts';
import { countText } from '../db/seed/demo-options.ts';
import { createPasswords } from '../server/identity/passwords.ts';
import { withDatabase } from './with-database.ts';

/**
 * `npm run seed:demo -- [--orders N] [--customers N] [--services N]`: adds customers with six months of orders and
 * recharges to the panel's database. Nothing that is there is changed.
 */
const options = readOptions();
if (options) {
  await withDatabase(async (db) => {
    const password = randomBytes(9).toString('base64url');
    const passwordHash = await createPasswords().hash(password);
    const startedMs = performance.now();
    const report = (progress: string) => {
      console.log(`${((performance.now() - startedMs) / 1000).toFixed(1).padStart(7)} s  ${progress}`);
    };
    const added = await seedDemo(db, { ...options, passwordHash, report });
    report(`done: ${countText(added.recharges)} recharges and ${countText(added.ledgerRows)} ledger rows`);
    console.log(`\nLog in as ${added.userNames.join(', ')} or any other demo customer with the password ${password}`);
  });
}

/** Undefined, with the reason printed, where they can't be understood. */
function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        orders: { type: 'string', default: '2000' },
        customers: { type: 'string' },
        services: { type: 'string', default: '0' },
      },
    });
    const orders = whole('orders', values.orders, 0, 20_000_000);
    const customers = whole('customers', values.customers ?? String(usualCustomers(orders)), 1, 1_000_000);
    return { orders, customers, services: whole('services', values.services, 0, 1_000_000) };
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
    return undefined;
  }
}

/** Forty for a small shop; fifty orders each for a large one. */
function usualCustomers(orders: number): number {
  return Math.max(40, Math.ceil(orders / 50));
}

function whole(name: string, text: string, min: number, max: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= min && value <= max) return value;
  throw new Error(`--${name} must be a whole number from ${countText(min)} to ${countText(max)}, not "${text}".`);
}
