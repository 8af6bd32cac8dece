import { notices } from '../../../db/schema/notices.ts';
import type { NoticeOut } from '../../../shared/notices.ts';

/** The columns of a notice that everybody may see. */
export const noticeColumns = {
  id: notices.id,
  title: notices.title,
  body: notices.body,
  kind: notices.kind,
  level: notices.level,
  dismissible: notices.dismissible,
  startsAt: notices.startsAt,
  endsAt: notices.endsAt,
  updatedAt: notices.updatedAt,
};

/** What of a notice the audit keeps: all that an admin can change. */
export function auditedNotice(notice: NoticeOut) {
  const { id: _, updatedAt: __, ...fields } = notice;
  return fields;
}
