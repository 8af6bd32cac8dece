import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { isTRPCClientError } from '@trpc/client';
import type { AppRouter } from '#server/api/router.ts';
import { environment, readConfig } from '#server/base/env.ts';
import { reasonOf } from '#server/base/log-error.ts';
import { onStopSignal } from '#server/process/signals.ts';
import { buildClient } from './build/client.ts';
import { buildServer } from './build/server.ts';
import { readCommandLine } from './command-line.ts';
import { emptyFolder } from './demo/folder.ts';
import { type FrontDoor, openFrontDoor } from './demo/front-door.ts';
import { freePortFrom, isFree } from './demo/panels.ts';
import { type DemoShop, openDemoShop } from './demo/shop.ts';

const { options } = readCommandLine({
  name: 'npm run demo',
  purpose: `Opens a shop to look around: its name and payment numbers, customers with six months of orders and recharges, tickets, notices,
requests, and a second panel that it buys from, with purchases in every state. Makes everything again at each start, in a folder of
its own. Ctrl-C ends it.`,
  options: {
    public: {
      means:
        'for visitors from the internet: makes all again each hour, and closes secrets, mails and calls to other servers',
    },
    'reset-seconds': { takes: 'N', default: 3600, min: 1, max: 1_000_000, means: 'the time between, with --public' },
  },
  environment: {
    PORT: 'the port (default: 3000); the second panel takes the next free one',
    DATA_DIR: 'the folder, which must be empty or made by a demo (default: .demo)',
    ADMIN_USERNAME: "the admin's name (default: admin)",
    ADMIN_PASSWORD: "the admin's password (default: made at each start, and printed)",
    'HOST, PUBLIC_URL, TRUST_PROXY': 'as for npm start',
  },
  example: 'PORT=4000 npm run demo -- --public',
});
const OTHER_DATABASES = ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_READ_URL'].flatMap((name) => [
  name,
  `${name}_FILE`,
]);
const FOLDER = '.demo';
/** Makes a public demo again at once. */
const RESET_SIGNAL = 'SIGUSR2';

const say = (line: string) => console.log(line);
const stop = onStopSignal(process, () => process.exit(1));
try {
  await run();
} catch (error) {
  if (!stop.aborted) {
    console.error(`\n${whyNot(error)}`);
    process.exitCode = 1;
  }
}

async function run(): Promise<void> {
  const env = environment();
  const set = OTHER_DATABASES.find((name) => env[name]);
  if (set) throw new Error(`${set} is set: a demo fills a database of its own. Start it without this variable.`);
  const config = readConfig({ ...env, DATA_DIR: env.DATA_DIR || FOLDER });
  if (config.production) throw new Error('NODE_ENV is production: a demo is not for a shop in use.');
  const { host, port, dataDir, publicUrl } = config;
  if (!(await isFree(port))) throw new Error(`Port ${port} is in use: PORT=N npm run demo takes another one.`);
  emptyFolder(dataDir);
  await buildClient(say);
  await buildServer(say);
  const admin = { userName: config.admin.userName, password: config.admin.password ?? newPassword() };
  const settings = { folder: dataDir, publicUrl, admin, password: newPassword(), isPublic: options.public, stop, say };
  const trustProxy = config.trustProxy.join(',');
  if (!options.public) return serve(await openDemoShop({ ...settings, host, port, trustProxy }));
  const front = await openFrontDoor(host, port);
  stop.addEventListener('abort', () => front.close());
  while (!stop.aborted) {
    const inner = { host: '127.0.0.1', port: await freePortFrom(port + 1), trustProxy: `${trustProxy},127.0.0.1` };
    await serve(await openDemoShop({ ...settings, ...inner }), front);
    if (stop.aborted) return;
    say('Making the demo again …');
    emptyFolder(dataDir);
  }

  /** Serves until it is stopped or, behind a door, until it is made again. */
  async function serve(shop: DemoShop, door?: FrontDoor): Promise<void> {
    door?.leadTo(shop.port);
    say(greeting(shop));
    const over = new AbortController();
    const { signal } = over;
    const again = door ? [once(process, RESET_SIGNAL, { signal }), hour(signal)] : [];
    try {
      const died = shop.ended.then(() => true);
      const hasDied = await Promise.race([once(stop, 'abort', { signal }), died, ...again]);
      if (hasDied === true && !stop.aborted) throw new Error('A panel of the demo has ended: see above why.');
    } finally {
      over.abort();
      door?.leadTo(undefined);
      await shop.close();
    }
  }

  function greeting({ customers, supplier }: DemoShop): string {
    const [customer = ''] = customers;
    const lines = [
      `  Shop      ${publicUrl}`,
      `  Admin     ${admin.userName}, password ${admin.password}`,
      `  Customer  ${customer}, password ${settings.password} (and ${customers.slice(1).join(', ')})`,
      ...(options.public
        ? []
        : [`  Supplier  ${supplier.url}, where ${supplier.owner} is admin with the same password`]),
      '',
      '  To look at, as the admin: orders, recharges, requests and tickets that wait; Purchases, with one in each state; Suppliers and',
      '  their books; Profit. As a customer: an order is bought within a second, and delivered within minutes.',
      options.public
        ? `  Public: all is made again every ${options['reset-seconds'] / 60} minutes. Secrets, mails and calls to other servers are closed.`
        : '  All of it is made again at the next start. Ctrl-C ends it.',
    ];
    return `\n${lines.join('\n')}\n`;
  }
}

async function hour(signal: AbortSignal): Promise<void> {
  await sleep(options['reset-seconds'] * 1000, undefined, { signal });
}

function newPassword(): string {
  return randomBytes(9).toString('base64url');
}

function whyNot(error: unknown): string {
  return isTRPCClientError<AppRouter>(error)
    ? `The panel refused ${error.data?.path ?? 'a step of the demo'}: ${error.message}`
    : reasonOf(error);
}
