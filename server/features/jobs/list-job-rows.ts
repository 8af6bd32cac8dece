import { and, asc, eq, gt } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { jobRows, jobs } from '#db/schema/jobs.ts';
import type { JobRow } from '#shared/jobs.ts';
import { parseId } from '#shared/parse-id.ts';
import type { Actor } from '#shared/users.ts';
import { assertAdmin } from '../../base/identity/assert-admin.ts';
import { cutPage, lostPage } from '../../base/lists/keyset.ts';
import { readJob } from './get-job.ts';
import { jobRowColumns } from './job-rows.ts';

interface JobRowsInput {
  /** Of the job. */
  id: number;
  cursor: string | null;
  limit: number;
}

export interface ListedJobRow {
  id: number;
  expectedStatus: string;
  outcome: JobRow['outcome'];
  code: string | null;
  at: Date | null;
}

/**
 * Lists the rows of a job in the order in which they run, with the time of each decision. Admins only.
 * @throws DomainError `not_found`
 */
export async function listJobRows(
  db: Db,
  actor: Actor,
  { id, cursor, limit }: JobRowsInput,
): Promise<{ items: ListedJobRow[]; nextCursor: string | null }> {
  assertAdmin(actor);
  if (cursor === null) await readJob(db, id);
  const after = cursor === null ? 0 : parseId(cursor);
  if (after === null) throw lostPage();
  const rows = await db
    .select({ ...jobRowColumns, expectedStatus: jobRows.expectedStatus, at: jobRows.at, position: jobRows.position })
    .from(jobRows)
    .innerJoin(jobs, eq(jobs.id, jobRows.jobId))
    .where(and(eq(jobRows.jobId, id), gt(jobRows.position, after - 1)))
    .orderBy(asc(jobRows.position))
    .limit(limit + 1);
  return cutPage(rows, limit, ({ position }) => String(position + 1));
}
