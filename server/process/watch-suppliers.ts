import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '#db/client.ts';
import { raiseAlarms } from '../features/reports/raise-alarms.ts';
import type { SupplierClient } from '../suppliers/api/client.ts';
import { readOldBalances } from '../suppliers/forwarder/read-balances.ts';
import { repeat } from './repeat.ts';

const ALARMS_EVERY_MS = 60_000;
const BALANCES_EVERY_MS = 60_000;

interface WatchOptions {
  db: Db;
  suppliers: Pick<SupplierClient, 'balance'>;
  config: { publicUrl: string };
  wakeMailer: () => void;
  log: Pick<FastifyBaseLogger, 'warn'>;
}

/** Reads balances of suppliers, and mails alarms about suppliers to the admins, until it is stopped. A task of the leader. */
export function watchSuppliers({ db, suppliers, config, wakeMailer, log }: WatchOptions) {
  const balances = repeat({
    everyMs: BALANCES_EVERY_MS,
    log,
    failure: 'balances of suppliers are not read; it is tried again',
    async work() {
      await readOldBalances(db, suppliers);
    },
  });
  const alarms = repeat({
    everyMs: ALARMS_EVERY_MS,
    log,
    failure: 'alarms about suppliers are not checked; it is tried again',
    async work() {
      if ((await raiseAlarms(db, config.publicUrl)) > 0) wakeMailer();
    },
  });
  return {
    async stop(): Promise<void> {
      balances.cancel();
      alarms.cancel();
      await Promise.all([balances.running(), alarms.running()]);
    },
  };
}
