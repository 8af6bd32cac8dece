import { desc, lt } from 'drizzle-orm';
import type { z } from 'zod';
import type { Db } from '#db/client.ts';
import { jobs } from '#db/schema/jobs.ts';
import type { JobPage, jobListInput } from '#shared/jobs.ts';
import type { Actor } from '#shared/users.ts';
import { assertAdmin } from '../../base/identity/assert-admin.ts';
import { idFromCursor, pageFrom } from '../../base/lists/keyset.ts';
import { selectJobs } from './job-rows.ts';

/** Lists the jobs of all admins, newest first. Admins only. */
export async function listJobs(
  db: Db,
  actor: Actor,
  { cursor, limit }: z.output<typeof jobListInput>,
): Promise<JobPage> {
  assertAdmin(actor);
  const beforeId = idFromCursor(cursor);
  const rows = await selectJobs(db)
    .where(beforeId === undefined ? undefined : lt(jobs.id, beforeId))
    .orderBy(desc(jobs.id))
    .limit(limit + 1);
  return pageFrom(rows, limit, (job) => job.id);
}
