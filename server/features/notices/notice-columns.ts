import { isCheckViolation } from '#db/errors.ts';
import { notices } from '#db/schema/notices.ts';
import { endBeforeStartMessage, type NoticeOut } from '#shared/notices.ts';
import { fieldError } from '../../base/errors.ts';

/** The public columns of a notice. */
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

/** The fields of a notice in the audit: all that an admin can change. */
export function auditedNotice(notice: NoticeOut) {
  const { id: _, updatedAt: __, ...fields } = notice;
  return fields;
}

/** The database checks it, because the input may omit the start. */
export function asEndBeforeStart(error: unknown): never {
  throw isCheckViolation(error, 'notices_period_check')
    ? fieldError('bad_input', 'endsAt', endBeforeStartMessage)
    : error;
}
