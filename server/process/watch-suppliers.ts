import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '#db/client.ts';
import type { Config } from '../env.ts';
import { raiseAlarms } from '../features/reports/raise-alarms.ts';
import { sendAlarms } from '../features/reports/send-alarms.ts';
import type { Outbound } from '../outbound/outbound.ts';
import type { SecretBox } from '../secrets/secret-box.ts';
import { readOldBalances } from '../suppliers/forwarder/read-balances.ts';
import type { SupplierClient } from '../suppliers/protocols/client.ts';
import { repeat } from './repeat.ts';

/** Alarms and Telegram together take less than the minute within which an alarm has to be sent. */
export const EVERY_MS = { alarms: 15_000, telegram: 5_000, balances: 60_000 };

interface WatchOptions {
  db: Db;
  suppliers: Pick<SupplierClient, 'balance'>;
  config: Pick<Config, 'publicUrl' | 'telegramApiUrl'>;
  outbound: Outbound;
  secrets: Pick<SecretBox, 'open'>;
  wakeMailer: () => void;
  everyMs?: typeof EVERY_MS;
  log: Pick<FastifyBaseLogger, 'warn'>;
}

/** Reads balances of suppliers, and notifies admins of what needs them, until it is stopped. A task of the leader. */
export function watchSuppliers({ db, suppliers, wakeMailer, log, everyMs = EVERY_MS, ...telegram }: WatchOptions) {
  const { config } = telegram;
  const balances = repeat({
    everyMs: everyMs.balances,
    log,
    failure: 'balances of suppliers are not read; it is tried again',
    async work() {
      await readOldBalances(db, suppliers);
    },
  });
  const alarms = repeat({
    everyMs: everyMs.alarms,
    log,
    failure: 'alarms are not checked; it is tried again',
    async work() {
      if ((await raiseAlarms(db, config.publicUrl)) > 0) wakeMailer();
    },
  });
  // Apart from the alarms: a slow Telegram delays no mail.
  const lines = repeat({
    everyMs: everyMs.telegram,
    log,
    failure: 'alarms are not sent to Telegram; it is tried again',
    async work() {
      const problem = await sendAlarms(db, telegram);
      if (problem !== undefined) throw new Error(problem);
    },
  });
  return {
    async stop(): Promise<void> {
      for (const each of [balances, alarms, lines]) each.cancel();
      await Promise.all([balances, alarms, lines].map((each) => each.running()));
    },
  };
}
