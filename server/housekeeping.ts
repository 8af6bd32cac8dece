import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '../db/client.ts';
import { forgetEnded } from './features/auth/forget-ended.ts';

const EVERY_MS = 10 * 60_000;

/** Tidies the database now and every ten minutes, for as long as the process runs. */
export function startHousekeeping({ db, log }: { db: Db; log: Pick<FastifyBaseLogger, 'error'> }) {
  let running = Promise.resolve();
  const tidy = () => {
    running = forgetEnded(db).catch((error: unknown) => log.error({ err: error }, 'tidying up failed'));
  };
  const timer = setInterval(tidy, EVERY_MS);
  timer.unref();
  tidy();
  return {
    async stop(): Promise<void> {
      clearInterval(timer);
      await running;
    },
  };
}
