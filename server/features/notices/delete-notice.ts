import { eq } from 'drizzle-orm';
import { notices } from '#db/schema/notices.ts';
import type { Done } from '#shared/done.ts';
import type { Actor } from '#shared/users.ts';
import { recordAction } from '../../base/audit/record-action.ts';
import type { WriteDeps } from '../../base/deps.ts';
import { DomainError } from '../../base/errors.ts';
import { assertAdmin } from '../../base/identity/assert-admin.ts';
import { auditedNotice, noticeColumns } from './notice-columns.ts';

/** Deletes a notice permanently. Admins only. */
export async function deleteNotice({ db, events }: WriteDeps, actor: Actor, { id }: { id: number }): Promise<Done> {
  assertAdmin(actor);
  await db.transaction(async (tx) => {
    const [deleted] = await tx.delete(notices).where(eq(notices.id, id)).returning(noticeColumns);
    if (!deleted) throw new DomainError('not_found');
    await recordAction(tx, actor, {
      action: 'notice.delete',
      subject: 'notice',
      subjectId: id,
      subjectName: deleted.title,
      before: auditedNotice(deleted),
      after: null,
    });
  });
  events.publish('notices');
  return { ok: true };
}
