import { notices } from '#db/schema/notices.ts';
import type { CreateNoticeInput, NoticeOut } from '#shared/notices.ts';
import type { Actor } from '#shared/users.ts';
import { recordAction } from '../../base/audit/record-action.ts';
import type { WriteDeps } from '../../base/deps.ts';
import { assertAdmin } from '../../base/identity/assert-admin.ts';
import { asEndBeforeStart, auditedNotice, noticeColumns } from './notice-columns.ts';

/**
 * Publishes a notice, immediately or from a given time. Admins only.
 * @throws DomainError `bad_input` for `endsAt` if it would end before it begins
 */
export async function createNotice(
  { db, events }: WriteDeps,
  actor: Actor,
  { startsAt, ...fields }: CreateNoticeInput,
): Promise<NoticeOut> {
  assertAdmin(actor);
  const notice = await db.transaction(async (tx) => {
    const [created] = await tx
      .insert(notices)
      .values({ ...fields, ...(startsAt && { startsAt }) })
      .returning(noticeColumns)
      .catch(asEndBeforeStart);
    if (!created) throw new Error('Inserting a notice returned no row');
    await recordAction(tx, actor, {
      action: 'notice.create',
      subject: 'notice',
      subjectId: created.id,
      subjectName: created.title,
      before: null,
      after: auditedNotice(created),
    });
    return created;
  });
  events.publish('notices');
  return notice;
}
