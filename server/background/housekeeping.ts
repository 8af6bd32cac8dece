import { sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '#db/client.ts';
import { refreshStatistics } from '#db/refresh-statistics.ts';
import { deleteEndedLimits } from '../base/limits/rate-limit.ts';
import { deleteOldMails } from '../base/mail/delete-old-mails.ts';
import { startLoop } from '../base/queue/loop.ts';
import { deleteEnded } from '../features/auth/delete-ended.ts';
import { deleteUnusedImages } from '../features/images/delete-unused-images.ts';
import { deleteOldKeyCalls } from '../features/keys/delete-old-key-calls.ts';
import { deleteUndelivered } from '../features/orders/undelivered-orders.ts';
import { countPlacedOrders } from '../features/services/count-placed-orders.ts';
import { updateMoneyTotals } from '../features/stats/update-money-totals.ts';
import { readPhones } from '../features/users/read-phones.ts';
import { deleteOldDeliveries } from '../features/webhooks/delete-old-deliveries.ts';
import { deleteOldCalls } from '../suppliers/delete-old-calls.ts';

const EVERY_MS = 10 * 60_000;

const chores = [
  deleteEndedLimits,
  deleteEnded,
  deleteOldMails,
  deleteOldDeliveries,
  deleteOldCalls,
  deleteOldKeyCalls,
  deleteUnusedImages,
  deleteUndelivered,
  countPlacedOrders,
  updateMoneyTotals,
  readPhones,
  deleteOldAnswers,
  refreshStatistics,
];

/** Answers to calls of admins, and servers that were down when they were last seen. */
async function deleteOldAnswers(db: Db): Promise<void> {
  await db.execute(sql`delete from background_calls where created_at < now() - interval '1 day'`);
  await db.execute(sql`delete from background_outages where seen_at < now() - interval '1 day'`);
}

/** Cleans up the database now and every ten minutes until it is stopped. Every task is safe on several servers at once. */
export function startHousekeeping({ db, log }: { db: Db; log: Pick<FastifyBaseLogger, 'error'> }) {
  let isStopped = false;
  const loop = startLoop({
    everyMs: EVERY_MS,
    look: tidy,
    log: { warn: log.error.bind(log) },
    failure: 'the housekeeping failed',
  });
  loop.wake();
  return {
    /** Waits for the task that is running. */
    async stop(): Promise<void> {
      isStopped = true;
      await loop.stop();
    },
  };

  /** A failed task does not stop the others. */
  async function tidy(): Promise<void> {
    for (const chore of chores) {
      if (isStopped) return;
      await chore(db).catch((error: unknown) => log.error({ err: error }, 'a housekeeping task failed'));
    }
  }
}
