import { and, desc, gt, isNull, lte, or, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { notices } from '../../../db/schema/notices.ts';
import type { NoticeOut } from '../../../shared/notices.ts';
import { noticeColumns } from './notice-columns.ts';

/** Beyond any number that people would read. */
const MOST_AT_A_TIME = 50;

/**
 * What everybody is told now, the last begun first, at most 50. One that begins or ends is seen so within a minute, as the
 * answer is kept; those that an admin writes or deletes at once.
 */
export function listNotices(db: Db): Promise<NoticeOut[]> {
  return db
    .select(noticeColumns)
    .from(notices)
    .where(and(lte(notices.startsAt, sql`now()`), or(isNull(notices.endsAt), gt(notices.endsAt, sql`now()`))))
    .orderBy(desc(notices.startsAt), desc(notices.id))
    .limit(MOST_AT_A_TIME);
}
