import { eq } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { savedReplies } from '#db/schema/saved-replies.ts';
import type { Done } from '#shared/done.ts';
import type { Actor } from '#shared/users.ts';
import { recordAction } from '../../base/audit/record-action.ts';
import { DomainError } from '../../base/errors.ts';
import { assertAdmin } from '../../base/identity/assert-admin.ts';
import { savedReplyColumns } from './save-reply.ts';

/**
 * Deletes a saved reply. Admins only.
 * @throws DomainError `not_found`
 */
export async function deleteSavedReply(db: Db, actor: Actor, { id }: { id: number }): Promise<Done> {
  assertAdmin(actor);
  await db.transaction(async (tx) => {
    const [deleted] = await tx.delete(savedReplies).where(eq(savedReplies.id, id)).returning(savedReplyColumns);
    if (!deleted) throw new DomainError('not_found');
    await recordAction(tx, actor, {
      action: 'savedReply.delete',
      subject: 'savedReply',
      subjectId: id,
      subjectName: deleted.title,
      before: deleted,
      after: null,
    });
  });
  return { ok: true };
}
