import { desc, lt } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { notices } from '#db/schema/notices.ts';
import type { NoticeListInput, NoticePage } from '#shared/notices.ts';
import type { Actor } from '#shared/users.ts';
import { assertAdmin } from '../../base/identity/assert-admin.ts';
import { idFromCursor, pageFrom } from '../../base/lists/keyset.ts';
import { noticeColumns } from './notice-columns.ts';

/** Lists all notices, newest first, including past and future ones. Admins only. */
export async function listAllNotices(db: Db, actor: Actor, { cursor, limit }: NoticeListInput): Promise<NoticePage> {
  assertAdmin(actor);
  const beforeId = idFromCursor(cursor);
  const rows = await db
    .select(noticeColumns)
    .from(notices)
    .where(beforeId === undefined ? undefined : lt(notices.id, beforeId))
    .orderBy(desc(notices.id))
    .limit(limit + 1);
  return pageFrom(rows, limit, (notice) => notice.id);
}
