import { setTimeout as sleep } from 'node:timers/promises';
import { openSql } from '#db/connection.ts';
import { SILENT } from '#db/embedded/log.ts';
import { migrate } from '#db/migrate.ts';
import { parseMigration, readMigrations } from '#db/migrator/read-migrations.ts';
import { prepare } from '../bench/prepare.ts';
import { proveMoney } from '../bench/prove.ts';
import { type Goal, goalOf } from '../goals.ts';
import type { Lab } from '../lab.ts';
import { startPanel } from '../panel.ts';
import { longestGapMs, sendSteadily } from './steady-orders.ts';

export interface TrialOptions {
  /** Orders that exist already, in whole thousands. */
  orders: number;
  /** Orders per second. */
  rate: number;
  /** Before and after the migration. */
  seconds: number;
  say: (line: string) => void;
}

const USERS = 1_000;
/** As long as a slow report, which the migration has to wait for. */
const READER_MS = 3_000;

const later = parseMigration(
  '9001_trial',
  4_000_000_000_000,
  `CREATE TABLE "trial_parts" ("order_id" bigint PRIMARY KEY NOT NULL);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "trial_note" text DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE "trial_parts" ADD CONSTRAINT "trial_parts_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "orders"("id");
--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_trial_check" CHECK ("charge_nanos" = "quantity" * "price_micros" * (1000 / "per")) NOT VALID;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER orders_trial BEFORE UPDATE ON orders
  FOR EACH ROW WHEN (OLD.trial_note IS DISTINCT FROM NEW.trial_note) EXECUTE FUNCTION refuse_change('a trial note is fixed');
--> statement-breakpoint
-- outside a transaction
ALTER TABLE "orders" VALIDATE CONSTRAINT "orders_trial_check";
--> statement-breakpoint
-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "orders_trial_idx" ON "orders" USING btree ("service_id","created_at");`,
);

/**
 * Adds a column, a check, a trigger, an index and a table of details to the orders while a panel places orders at a fixed rate, and a
 * report holds the table.
 * @returns the goals; the longest time without an acknowledged order is one of them
 * @throws Error if money is wrong afterwards
 */
export async function runTrial(lab: Lab, { orders, rate, seconds, say }: TrialOptions): Promise<Goal[]> {
  const database = await lab.newDatabase('trial');
  const earlierOrders = Math.max(1, Math.round(orders / USERS));
  const { serviceId, renewed } = await prepare(database.db, lab.jwtSecret, { users: USERS, earlierOrders });
  say(`${(earlierOrders * USERS).toLocaleString('en')} orders exist; ${rate} more are sent per second`);
  const panel = await startPanel(lab, { name: 'trial', databaseUrl: database.url, env: { LOG_LEVEL: 'warn' } });
  const load = sendSteadily({ urls: [panel.url], customers: await renewed(), serviceId, rate });
  await sleep(1_000);

  const startedMs = performance.now();
  await sleep(seconds * 1000);
  const migratesMs = performance.now();
  const reading = readSlowly(database.url);
  await migrate(database.url, { migrations: [...readMigrations(), later], log: { ...SILENT, info: say } });
  const migratedMs = performance.now();
  await reading;
  await sleep(seconds * 1000);
  const endedMs = performance.now();
  await load.stop();

  const gap = (fromMs: number, untilMs: number) => longestGapMs(load.acknowledgedMs, fromMs, untilMs) / 1000;
  say(`longest gap before the migration: ${gap(startedMs, migratesMs).toFixed(3)} s`);
  say(`migration: ${((migratedMs - migratesMs) / 1000).toFixed(1)} s`);
  say(`longest gap after it: ${gap(migratedMs, endedMs).toFixed(3)} s`);
  say(`${load.busy()} responses were busy, and those orders were sent again`);
  for (const failure of load.failures.slice(0, 5)) say(`failed: ${failure}`);
  say(await proveMoney(database.db, earlierOrders * USERS + load.acknowledgedMs.length));
  return [
    goalOf('longest gap without an order, during the migration', gap(migratesMs, migratedMs), {
      atMost: [1],
      unit: 's',
    }),
    goalOf('orders that failed', load.failures.length, { atMost: [0] }),
  ];
}

/** A report whose lock the migration has to wait for. */
async function readSlowly(url: string): Promise<void> {
  const sql = openSql(url, { max: 1, applicationName: 'a slow report', idleInTransactionTimeoutMs: 0 });
  await sql.begin(async (tx) => {
    await tx`select 1 from orders limit 1`;
    await sleep(READER_MS);
  });
  await sql.end();
}
