import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { buildApp } from '../app.ts';
import { createDeps } from '../deps.ts';
import { type Config, readConfig } from '../env.ts';
import { startEventBus } from '../events/event-bus.ts';
import { createPasswords } from '../features/auth/passwords.ts';
import { startMailer } from '../mail/mailer.ts';
import { openDatabase } from './database.ts';
import { fillFirstStart } from './first-start.ts';
import { greeting } from './greeting.ts';
import { startHousekeeping } from './housekeeping.ts';
import { keptSecret } from './jwt-secret.ts';
import { createLog } from './log.ts';

/** After this the process ends whatever still runs, so that a supervisor need not kill it. */
const STOP_LIMIT_MS = 15_000;

export interface ServeOptions {
  /** False starts with an empty catalogue. */
  seed: boolean;
  /** The client's build. */
  clientDir: string;
}

/**
 * The process: opens the database, listens, and stops everything in order on SIGINT or SIGTERM.
 * @throws Error whose message tells what to do, when the configuration, the database or the port can't be used.
 */
export async function serve({ seed, clientDir }: ServeOptions): Promise<void> {
  const config = readConfig();
  const log = createLog(config);
  const stopped = stopSignal();
  const database = await openDatabase(config, log);
  const cleanUps = [database.close];
  try {
    const passwords = createPasswords();
    const firstStart = await fillFirstStart(database.db, { passwords, config, catalogue: seed });
    const mailer = startMailer({ db: database.db, config, log });
    cleanUps.unshift(() => mailer.stop());
    const housekeeping = startHousekeeping({ db: database.db, log });
    cleanUps.unshift(() => housekeeping.stop());
    const events = startEventBus({ db: database.db, url: database.url, log });
    cleanUps.unshift(() => events.stop());
    const secret = config.jwtSecret ?? keptSecret(config.dataDir);
    const mailWaiting = () => mailer.wake();
    const deps = createDeps({ db: database.db, config, secret, passwords, events, mailWaiting });
    const app = await buildApp(deps, { logger: log, clientDir });
    cleanUps.unshift(() => app.close());
    await listen(app, config);
    const url = addressOf(app, config);
    console.log(greeting({ url, data: database.where, mails: mailer.where, ...firstStart }));
    const reason = await Promise.race([stopped, database.failed.then((how) => `the database has ended (${how})`)]);
    log.info(`Stopping: ${reason}`);
    if (reason.startsWith('the database')) process.exitCode = 1;
  } finally {
    await stopAll(cleanUps, log);
  }
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<void> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    throw new Error(`Port ${port} is taken by another program. Stop it, or choose another one: PORT=3001 npm start`, {
      cause: error,
    });
  }
}

/** Resolves at the first signal; a second one ends the process at once. */
function stopSignal(): Promise<string> {
  return new Promise((resolve) => {
    let asked = false;
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.on(signal, () => {
        if (asked) process.exit(1);
        asked = true;
        resolve(signal);
      });
    }
  });
}

async function stopAll(cleanUps: (() => Promise<void>)[], log: Logger): Promise<void> {
  const limit = setTimeout(() => {
    log.error('Stopping took too long; the process ends now');
    process.exit(1);
  }, STOP_LIMIT_MS);
  for (const cleanUp of cleanUps) {
    await cleanUp().catch((error: unknown) => log.error({ err: error }, 'could not stop a part in order'));
  }
  clearTimeout(limit);
}

function addressOf(app: FastifyInstance, { port, publicUrl }: Config): string {
  const [address] = app.addresses();
  return port === 0 && typeof address === 'object' ? `http://localhost:${address.port}` : publicUrl;
}
