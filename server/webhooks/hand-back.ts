import { sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import type { Claimed } from './claim-delivery.ts';
import type { Job, JobQueue } from './job-queue.ts';

/** An attempt that has begun and has no stored outcome. */
export interface OpenAttempt {
  job: Job;
  claimed: Claimed;
  /** Whether it has ended, but the database did not take its outcome. */
  isUnstored: boolean;
}

/** Makes attempts as if they had never begun: they count nothing, and are due at once. A late outcome of one of them changes nothing. */
export async function handBack(db: Db, queue: JobQueue, attempts: OpenAttempt[]): Promise<void> {
  if (attempts.length === 0) return;
  const rows = attempts.map(({ claimed }) => ({ id: claimed.id, attempts: claimed.attempts }));
  await db.transaction(async (tx) => {
    await tx.execute(sql`
      update webhook_deliveries d set attempts = d.attempts - 1, open_attempts = d.open_attempts - 1
      from json_to_recordset(${JSON.stringify(rows)}::json) as r (id bigint, attempts int)
      where d.id = r.id and d.attempts = r.attempts and d.open_attempts > 0 and d.status = 'waiting'`);
    await queue.release(
      tx,
      attempts.map(({ job }) => job),
      0,
    );
  });
}
