import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '#db/client.ts';
import type { Config } from '../base/env.ts';
import type { EventBus } from '../base/events/event-bus.ts';
import type { Outbound } from '../base/outbound/outbound.ts';
import { startLoop } from '../base/queue/loop.ts';
import type { SecretBox } from '../base/secrets/secret-box.ts';
import { raiseAlarms } from '../features/reports/raise-alarms.ts';
import { sendAlarms } from '../features/reports/send-alarms.ts';
import type { SupplierClient } from '../suppliers/protocols/client.ts';
import { readOldBalances } from './purchases/read-balances.ts';

/** Alarms and Telegram together take less than the minute within which an alarm has to be sent. */
export const EVERY_MS = { alarms: 15_000, telegram: 5_000, balances: 60_000 };

interface WatchOptions {
  db: Db;
  suppliers: Pick<SupplierClient, 'balance'>;
  config: Pick<Config, 'publicUrl' | 'telegramApiUrl'>;
  outbound: Outbound;
  secrets: Pick<SecretBox, 'open'>;
  events: Pick<EventBus, 'publish'>;
  everyMs?: typeof EVERY_MS;
  log: Pick<FastifyBaseLogger, 'warn'>;
}

/** Reads balances of suppliers, and notifies admins of what needs them, until it is stopped. A task of the leader. */
export function watchSuppliers({ db, suppliers, events, log, everyMs = EVERY_MS, ...telegram }: WatchOptions) {
  const { config } = telegram;
  const loops = [
    startLoop({
      everyMs: everyMs.balances,
      log,
      failure: 'balances of suppliers are not read; it is tried again',
      async look() {
        await readOldBalances(db, suppliers);
      },
    }),
    startLoop({
      everyMs: everyMs.alarms,
      log,
      failure: 'alarms are not checked; it is tried again',
      async look() {
        if ((await raiseAlarms(db, config.publicUrl)) > 0) events.publish('mails');
      },
    }),
    // Apart from the alarms: a slow Telegram delays no mail.
    startLoop({
      everyMs: everyMs.telegram,
      log,
      failure: 'alarms are not sent to Telegram; it is tried again',
      async look() {
        const problem = await sendAlarms(db, telegram);
        if (problem !== undefined) throw new Error(problem);
      },
    }),
  ];
  return { stop: async () => void (await Promise.all(loops.map((loop) => loop.stop()))) };
}
