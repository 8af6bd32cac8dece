import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '#db/client.ts';
import { raiseAlarms } from '../features/reports/raise-alarms.ts';
import { repeat } from './repeat.ts';

const EVERY_MS = 60_000;

interface WatchOptions {
  db: Db;
  config: { publicUrl: string };
  wakeMailer: () => void;
  log: Pick<FastifyBaseLogger, 'warn'>;
  everyMs?: number;
}

/** Mails alarms about suppliers to the admins until it is stopped. A task of the leader. */
export function watchSuppliers({ db, config, wakeMailer, log, everyMs = EVERY_MS }: WatchOptions) {
  const watch = repeat({
    everyMs,
    log,
    failure: 'alarms about suppliers are not checked; it is tried again',
    async work() {
      if ((await raiseAlarms(db, config.publicUrl)) > 0) wakeMailer();
    },
  });
  return {
    async stop(): Promise<void> {
      watch.cancel();
      await watch.running();
    },
  };
}
