import { eq, sql } from 'drizzle-orm';
import { notices } from '#db/schema/notices.ts';
import type { NoticeOut, UpdateNoticeInput } from '#shared/notices.ts';
import type { Actor } from '#shared/users.ts';
import { recordAction } from '../../base/audit/record-action.ts';
import type { WriteDeps } from '../../base/deps.ts';
import { DomainError } from '../../base/errors.ts';
import { assertAdmin } from '../../base/identity/assert-admin.ts';
import { asEndBeforeStart, auditedNotice, noticeColumns } from './notice-columns.ts';

/**
 * Replaces a notice; users who dismissed it see it again. Without `startsAt` it keeps its start, without `endsAt` it has no end. Admins
 * only.
 * @throws DomainError `not_found`, `bad_input` for `endsAt` if it would end before it begins
 */
export async function updateNotice(
  { db, events }: WriteDeps,
  actor: Actor,
  { id, startsAt, endsAt = null, ...fields }: UpdateNoticeInput,
): Promise<NoticeOut> {
  assertAdmin(actor);
  const notice = await db.transaction(async (tx) => {
    const [before] = await tx.select(noticeColumns).from(notices).where(eq(notices.id, id)).for('no key update');
    if (!before) throw new DomainError('not_found');
    const [after] = await tx
      .update(notices)
      .set({ ...fields, ...(startsAt && { startsAt }), endsAt, updatedAt: sql`now()` })
      .where(eq(notices.id, id))
      .returning(noticeColumns)
      .catch(asEndBeforeStart);
    if (!after) throw new Error(`Notice ${id} has disappeared`);
    await recordAction(tx, actor, {
      action: 'notice.update',
      subject: 'notice',
      subjectId: id,
      subjectName: after.title,
      before: auditedNotice(before),
      after: auditedNotice(after),
    });
    return after;
  });
  events.publish('notices');
  return notice;
}
