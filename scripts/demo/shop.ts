import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { SILENT } from '#db/embedded/log.ts';
import { seedDemo } from '#db/seed/demo.ts';
import { createPasswords } from '#server/base/identity/passwords.ts';
import { SECRETS } from '#server/base/secret-files.ts';
import { updateMoneyTotals } from '#server/features/stats/update-money-totals.ts';
import { type OpenDatabase, shareDatabase } from '#server/process/database.ts';
import { NANOS_PER_DOLLAR, nanos } from '#shared/money.ts';
import { freePortFrom, type StartedPanel, startPanel } from './panels.ts';
import { type Person, register, signIn } from './people.ts';
import { buyAtPanel, buyAtTroubled, deliver, prepareSupplier, type SupplierPanel } from './suppliers.ts';
import { askForRequests, writeNotices, writeTickets } from './talk.ts';

interface DemoSettings {
  /** Where both panels keep their data; empty. */
  folder: string;
  host: string;
  port: number;
  publicUrl: string;
  trustProxy: string;
  admin: { userName: string; password: string };
  /** Of the customers, and of the supplier's owner. */
  password: string;
  /** Whether the passwords are for everybody to read. */
  isPublic: boolean;
  /** Ends the start as soon as possible. */
  stop: AbortSignal;
  say: (line: string) => void;
}

export interface DemoShop {
  port: number;
  /** Some customers' user names, the ones with the most orders first. */
  customers: string[];
  supplier: { url: string; owner: string };
  /** Resolves when one of its panels has ended. */
  ended: Promise<unknown>;
  /** Stops everything, and waits for its end. */
  close: () => Promise<void>;
}

const HISTORY = { customers: 24, orders: 1_400, services: 0 };
const HISTORY_OF_SUPPLIER = { customers: 12, orders: 200, services: 0 };
const OWNER = 'padma';
const RESELLER = 'shapla';
const SHOP_NAME = 'Shapla Social';
/** No operator in Bangladesh uses 010, and no customer reaches anybody at these. */
const RECIPIENTS: Record<string, string> = {
  Bkash: '01012-345678',
  Nagad: '01023-456789',
  Rocket: '01034-567890-1',
  Binance: 'Binance Pay ID 100200300',
  stc: '0500000001',
};
/** The ones who order, ask and write at the end of the six months. */
const ACTIVE_CUSTOMERS = 6;
const LEAST_BALANCE_NANOS = 3 * NANOS_PER_DOLLAR;
const DELIVER_EVERY_MS = 20_000;
/** One browser looks around, or a whole classroom behind one address. */
const LIMITS = { LOGINS_PER_MINUTE_PER_ADDRESS: '600', RECHARGE_REQUESTS_PER_10_MINUTES: '50' };
/** Without the settings of this checkout's own panel that would reach its database, its backups, or another server. */
const ALONE = {
  ...{ PROCESSES: '1', NODE_ENV: 'development', LOG_LEVEL: 'warn', SEED: 'catalogue', OUTBOUND_ALLOW_LOOPBACK: 'true' },
  ...Object.fromEntries(SECRETS.flatMap((name) => [name, `${name}_FILE`]).map((name) => [name, ''])),
  ...{
    BACKUP_TO: '',
    BACKUP_EVERY: '',
    BACKUP_KEEP: '',
    METRICS_PORT: '',
    REQUIRE_SYNC_STANDBY: '0',
    REQUIRE_ADMIN_2FA: '0',
  },
  ...{ PASSWORD_MIN_LENGTH: '', TELEGRAM_API_URL: '', CORS_ORIGINS: '' },
  ...LIMITS,
};

/**
 * Starts a shop and the panel that it buys from, and fills both.
 * @throws Error with one sentence if a panel does not start, or refuses a step
 */
export async function openDemoShop(settings: DemoSettings): Promise<DemoShop> {
  const { folder, host, port, publicUrl, trustProxy, admin, password, say, stop } = settings;
  const panels: StartedPanel[] = [];
  const closers: (() => unknown)[] = [];
  const close = async () => {
    for (const each of closers.splice(0)) await each();
    for (const panel of panels) panel.stop();
    await Promise.all(panels.map(({ ended }) => ended));
  };
  const start = async (at: number, env: Record<string, string>) => {
    const panel = await startPanel(at, { ...ALONE, ...env }, stop, panels);
    const database = await shareDatabase({ dataDir: env.DATA_DIR ?? '', databaseUrl: undefined }, SILENT);
    closers.push(() => database.close());
    return { ...panel, database };
  };
  try {
    const supplierPort = await freePortFrom(port + 1);
    const supplierUrl = `http://127.0.0.1:${supplierPort}`;
    const [shop, theirs] = await Promise.all([
      start(port, {
        ...{ HOST: host, DATA_DIR: folder, PUBLIC_URL: publicUrl, TRUST_PROXY: trustProxy },
        ...{ ADMIN_USERNAME: admin.userName, ADMIN_PASSWORD: admin.password },
      }),
      // Another host name than the shop's, so that a browser can be logged in to both.
      start(supplierPort, {
        ...{ HOST: '127.0.0.1', DATA_DIR: join(folder, 'supplier'), PUBLIC_URL: supplierUrl, TRUST_PROXY: '' },
        ...{ ADMIN_USERNAME: OWNER, ADMIN_PASSWORD: password },
      }),
    ]);
    say('Writing six months of orders, recharges and purchases …');
    const passwordHash = await createPasswords().hash(password);
    const [customers, supplier] = await Promise.all([
      fill(shop.database, passwordHash),
      fillSupplier(theirs.url, theirs.database, { password, passwordHash }),
    ]);
    const owner = await signIn(shop.url, admin.userName, admin.password);
    await openForBusiness(owner);
    const active = customers.slice(0, ACTIVE_CUSTOMERS);
    const buyers = await Promise.all(active.map((name) => signIn(shop.url, name, password)));
    const buying = { db: shop.database.db, admin: owner, customers: buyers };
    await buyAtPanel(buying, supplier);
    closers.unshift(await buyAtTroubled(buying));
    await askForRequests(shop.database.db, buyers);
    await writeTickets(owner, buyers);
    await requestRecharges(buyers);
    await writeNotices(owner, welcome(settings, active[0] ?? ''));
    await updateMoneyTotals(shop.database.db);
    closers.unshift(deliverSteadily(supplier, () => signIn(theirs.url, OWNER, password)));
    const ended = Promise.race(panels.map((panel) => panel.ended));
    return { port, customers: active, supplier: { url: theirs.url, owner: OWNER }, ended, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** @returns the customers with enough money for the orders that are still to come, the ones with the most orders first */
async function fill({ db }: OpenDatabase, passwordHash: string): Promise<string[]> {
  await seedDemo(db, { ...HISTORY, passwordHash, report: () => {} });
  const rows = await db.execute<{ userName: string }>(sql`
    select u.user_name as "userName" from users u join accounts a on a.user_id = u.id join orders o on o.user_id = u.id
    where a.balance_nanos >= ${LEAST_BALANCE_NANOS} group by u.id order by count(*) desc`);
  return rows.map(({ userName }) => userName);
}

async function fillSupplier(
  url: string,
  { db }: { db: Db },
  { password, passwordHash }: { password: string; passwordHash: string },
): Promise<SupplierPanel> {
  await seedDemo(db, { ...HISTORY_OF_SUPPLIER, passwordHash, report: () => {} });
  await prepareSupplier(db);
  const [owner, reseller] = await Promise.all([
    signIn(url, OWNER, password),
    register(url, RESELLER, SHOP_NAME, password),
  ]);
  return { url, db, owner, reseller };
}

/** The shop's name, its contact, and the numbers that customers pay to. */
async function openForBusiness({ client }: Person): Promise<void> {
  const { settings, paymentMethods } = client.admin;
  await settings.update.mutate({
    shopName: SHOP_NAME,
    contact: {
      en: 'Shapla Social, Dhanmondi, Dhaka. Open every day from 9 am to 11 pm.',
      bn: 'শাপলা সোশ্যাল, ধানমন্ডি, ঢাকা। প্রতিদিন সকাল ৯টা থেকে রাত ১১টা।',
    },
    supportEmail: 'help@shapla.example.com',
  });
  for (const method of await paymentMethods.list.query())
    await paymentMethods.save.mutate({ ...method, recipient: RECIPIENTS[method.name] ?? method.recipient });
}

/** Payments that wait for a decision, by the methods that most people use. */
async function requestRecharges(customers: Person[]): Promise<void> {
  for (const [nth, { client }] of customers.entries())
    await client.balance.requestRecharge.mutate({
      method: ['Bkash', 'Nagad', 'Rocket'][nth % 3] ?? 'Bkash',
      amountNanos: nanos((5 + nth * 5) * NANOS_PER_DOLLAR),
      reference: `${'BNR'[nth % 3]}K${7_300_412 + nth * 7_919}Q`,
    });
}

function welcome({ isPublic, admin, password }: DemoSettings, customer: string): string {
  if (!isPublic) return 'Customers, orders and payments are made up. Nothing here is for sale.';
  return `Look around: log in as ${admin.userName} with ${admin.password}, or as ${customer} with ${password}. Everything is made again each hour.`;
}

/** The supplier works as long as the demo runs. @returns ends it, after what it is doing */
function deliverSteadily(supplier: SupplierPanel, owner: () => Promise<Person>): () => Promise<void> {
  let working = Promise.resolve();
  const timer = setInterval(() => {
    working = working.then(() => deliver(supplier, owner)).catch((error: unknown) => console.error(String(error)));
  }, DELIVER_EVERY_MS);
  return () => {
    clearInterval(timer);
    return working;
  };
}
