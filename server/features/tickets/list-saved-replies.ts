import { asc, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { savedReplies } from '#db/schema/saved-replies.ts';
import { MAX_SAVED_REPLIES, type SavedReply } from '#shared/saved-replies.ts';
import type { Actor } from '#shared/users.ts';
import { assertAdmin } from '../../base/identity/assert-admin.ts';
import { savedReplyColumns } from './save-reply.ts';

/** Lists every saved reply by title. Admins only. */
export async function listSavedReplies(db: Db, actor: Actor): Promise<SavedReply[]> {
  assertAdmin(actor);
  return db
    .select(savedReplyColumns)
    .from(savedReplies)
    .orderBy(asc(sql`lower(${savedReplies.title})`))
    .limit(MAX_SAVED_REPLIES);
}
