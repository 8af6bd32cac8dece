import { and, desc, gt, isNull, lte, or, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { notices } from '#db/schema/notices.ts';
import type { NoticeOut } from '#shared/notices.ts';
import { noticeColumns } from './notice-columns.ts';

/** More than anybody would read. */
const MOST_AT_A_TIME = 50;

/** Lists the current notices, the latest start first, at most 50. The cached response is at most a minute old. */
export function listNotices(db: Db): Promise<NoticeOut[]> {
  return db
    .select(noticeColumns)
    .from(notices)
    .where(and(lte(notices.startsAt, sql`now()`), or(isNull(notices.endsAt), gt(notices.endsAt, sql`now()`))))
    .orderBy(desc(notices.startsAt), desc(notices.id))
    .limit(MOST_AT_A_TIME);
}
