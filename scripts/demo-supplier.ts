import { join } from 'node:path';
import { isTRPCClientError, type TRPCClientError } from '@trpc/client';
import type { Db } from '#db/client.ts';
import { SILENT } from '#db/embedded/log.ts';
import { orders } from '#db/schema/orders.ts';
import { seedDemo } from '#db/seed/demo.ts';
import type { AppRouter } from '#server/api/router.ts';
import { type Config, readConfig } from '#server/base/env.ts';
import { createPasswords } from '#server/base/identity/passwords.ts';
import { reasonOf } from '#server/base/log-error.ts';
import { shareDatabase } from '#server/process/database.ts';
import { onStopSignal } from '#server/process/signals.ts';
import { DATABASE_VARIABLES, readCommandLine } from './command-line.ts';
import { chain } from './demo-supplier/chain.ts';
import { isFree, isReady, type StartedPanel, startPanel } from './demo-supplier/panels.ts';
import { demoAdmin, newCustomer, type Person, signIn } from './demo-supplier/people.ts';

const { options } = readCommandLine({
  name: 'npm run demo:supplier',
  purpose: `Shows forwarding with two panels of this checkout: starts a second one as a supplier, with its own database and demo data, adds
it to the first as a supplier, enters the payment to it, takes its list, places orders, and completes them at the supplier. Starts the
first panel, too, if it does not run. For development only. Ctrl-C ends what it started.`,
  options: {
    port: { takes: 'N', min: 1, max: 65_535, means: "the supplier's port (default: PORT + 1)" },
    orders: { takes: 'N', default: 5, min: 1, max: 50, means: 'how many orders are placed' },
    end: { means: 'ends both panels after the last order' },
  },
  environment: {
    PORT: 'the port of the first panel (default: 3000)',
    PANEL_USER: 'an admin of the first panel (default: demo-owner, which is created, or gets a new password)',
    PANEL_PASSWORD: "the admin's password",
    ...DATABASE_VARIABLES,
  },
  example: 'npm run demo:supplier -- --orders 10',
});

const BALANCE_DOLLARS = 500;
const DEMO = { orders: 200, customers: 10, services: 0 };
/** Without the settings of the first panel that would make the second one use its database, ports or backups. */
const ALONE = {
  ...{ HOST: '127.0.0.1', PROCESSES: '1', NODE_ENV: 'development', LOG_LEVEL: 'warn', SEED: 'catalogue' },
  ...{ DATABASE_URL: '', DATABASE_DIRECT_URL: '', DATABASE_READ_URL: '', REQUIRE_SYNC_STANDBY: '0' },
  ...{ BACKUP_TO: '', BACKUP_EVERY: '', BACKUP_KEEP: '', METRICS_PORT: '', METRICS_TOKEN: '', SMTP_URL: '' },
  ...{ JWT_SECRET: '', JWT_SECRET_PREVIOUS: '', SECRETS_KEY: '', SECRETS_KEY_PREVIOUS: '', REQUIRE_ADMIN_2FA: '0' },
};

const started: StartedPanel[] = [];
const say = (line: string) => console.log(line);

const stop = onStopSignal(process, () => process.exit(1));
const endAll = () => {
  for (const panel of started) panel.stop();
};
stop.addEventListener('abort', endAll);

try {
  await demonstrate(readConfig());
  if (!options.end) await Promise.race(started.map(({ ended }) => ended));
} catch (error) {
  if (!stop.aborted) {
    console.error(`\n${whyNot(error)}`);
    process.exitCode = 1;
  }
}
endAll();
await Promise.all(started.map(({ ended }) => ended));

async function demonstrate(config: Config): Promise<void> {
  if (config.production) throw new Error('This is a demonstration for development: NODE_ENV is production.');
  const port = options.port ?? config.port + 1;
  if (!(await isFree(port)))
    throw new Error(`Port ${port} is in use: npm run demo:supplier -- --port N takes another for the supplier.`);

  const shopUrl = await openShop(config);
  const folder = join(config.dataDir, 'demo-supplier');
  say(`Starting a second panel as the supplier; its data is in ${folder} …`);
  // Another host name than the shop's, so that a browser can be logged in to both.
  const env = { ...ALONE, DATA_DIR: folder, PUBLIC_URL: `http://127.0.0.1:${port}` };
  const supplier = await startOwn(port, env, false);
  const ofSupplier = await onDatabase({ dataDir: folder, databaseUrl: undefined }, async (db) => {
    await fill(db);
    return demoAdmin(db, supplier.url);
  });
  const reseller = await newCustomer(supplier.url, ofSupplier, 'reseller', BALANCE_DOLLARS);
  const { secret: key } = await reseller.client.keys.create.mutate({ name: 'Panel', scopes: ['read', 'order'] });
  say(`It has demo orders, and a customer ${reseller.userName} with $${BALANCE_DOLLARS} and an API key`);

  const admin = await adminOf(config, shopUrl);
  const customer = await newCustomer(shopUrl, admin, 'demo-customer', BALANCE_DOLLARS);
  await chain({
    shop: { url: shopUrl, admin, customer },
    supplier: { url: supplier.url, admin: ofSupplier, key },
    orders: options.orders,
    say,
  });
  say(whereToLook(shopUrl, admin, supplier.url, ofSupplier));
}

async function startOwn(port: number, env: Record<string, string>, prints: boolean): Promise<StartedPanel> {
  const panel = await startPanel(port, env, prints);
  started.push(panel);
  if (stop.aborted) endAll();
  return panel;
}

/** The first panel, which may run already. */
async function openShop({ port }: Config): Promise<string> {
  const url = `http://localhost:${port}`;
  if (await isReady(url)) {
    say(`The panel on ${url} runs already`);
    return url;
  }
  say(`Starting the panel on ${url} …`);
  await startOwn(port, { LOG_LEVEL: 'warn', OUTBOUND_ALLOW_LOOPBACK: 'true' }, true);
  return url;
}

async function adminOf(config: Config, url: string): Promise<Person> {
  const { PANEL_USER, PANEL_PASSWORD } = process.env;
  if (PANEL_USER && PANEL_PASSWORD) return signIn(url, PANEL_USER, PANEL_PASSWORD);
  return onDatabase(config, (db) => demoAdmin(db, url));
}

async function onDatabase<T>(config: Parameters<typeof shareDatabase>[0], work: (db: Db) => Promise<T>): Promise<T> {
  const database = await shareDatabase(config, SILENT);
  try {
    return await work(database.db);
  } finally {
    await database.close();
  }
}

/** Demo customers and orders, at the first start. */
async function fill(db: Db): Promise<void> {
  if ((await db.$count(orders)) > 0) return;
  const passwordHash = await createPasswords().hash(crypto.randomUUID());
  await seedDemo(db, { ...DEMO, passwordHash, report: () => {} });
}

function whereToLook(shopUrl: string, admin: Person, supplierUrl: string, ofSupplier: Person): string {
  return `
  The shop      ${shopUrl}/dashboard/suppliers   ${admin.userName}, ${admin.password}
  The supplier  ${supplierUrl}/dashboard/orders   ${ofSupplier.userName}, ${ofSupplier.password}
${options.end ? '' : '\n  Order in the shop, and decide it at the supplier. Ctrl-C ends both.\n'}`;
}

function whyNot(error: unknown): string {
  if (!isTRPCClientError<AppRouter>(error)) return reasonOf(error);
  return whatToDo(error);
}

function whatToDo({ message, data }: TRPCClientError<AppRouter>): string {
  switch (data?.domainCode) {
    case 'address_refused':
      return (
        'The panel that runs already refuses suppliers on this machine. Stop it, so that this command starts it, or start it with ' +
        'OUTBOUND_ALLOW_LOOPBACK=true npm start.'
      );
    case 'invalid_credentials':
      return 'The panel that runs already knows no admin by this name and password: set PANEL_USER and PANEL_PASSWORD.';
    case 'second_factor_missing':
      return 'Admins of this shop need two-factor authentication: try this with a new DATA_DIR.';
    default:
      return `The panel refused a step of the demonstration: ${message}`;
  }
}
