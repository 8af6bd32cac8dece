import type { FastifyBaseLogger } from 'fastify';
import type { LedgerCheck } from '../money/check-changed-accounts.ts';

const EVERY_MS = 5_000;

interface WatchOptions {
  check: LedgerCheck;
  log: Pick<FastifyBaseLogger, 'error' | 'warn'>;
  everyMs?: number;
}

/** Checks the ledger piece by piece for as long as the process runs, and says in the log where it does not add up. */
export function watchLedger({ check, log, everyMs = EVERY_MS }: WatchOptions) {
  let running: Promise<void> | undefined;
  let isFailing = false;
  const timer = setInterval(() => {
    running ??= look().finally(() => (running = undefined));
  }, everyMs);
  timer.unref();
  return {
    async stop(): Promise<void> {
      clearInterval(timer);
      await running;
    },
  };

  async function look(): Promise<void> {
    try {
      const accountIds = await check.checkNext();
      isFailing = false;
      if (accountIds.length > 0)
        log.error({ accountIds }, 'the ledger does not prove these wallets; npm run ledger:check tells more');
    } catch (error) {
      // While the database is away one line says enough.
      if (!isFailing) log.warn({ err: error }, 'the ledger could not be checked');
      isFailing = true;
    }
  }
}
