import { auditActions, auditSubjects } from '#shared/audit.ts';
import { isDay } from '#shared/shop-days.ts';
import type { UrlParams } from '../../../lib/url-state.ts';

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The audit's filter in the URL; unknown values are ignored. */
export function auditFilter({ text, oneOf, id, search }: UrlParams) {
  const dayIn = (name: string) => (isDay(text(name)) ? text(name) : undefined);
  const subject = oneOf('subject', auditSubjects);
  return {
    search,
    admin: text('admin') === 'server' ? ('server' as const) : id('admin'),
    action: oneOf('action', auditActions),
    subject,
    subjectId: subject && id('id'),
    userId: id('user'),
    bulkId: UUID.test(text('bulk')) ? text('bulk') : undefined,
    from: dayIn('from'),
    to: dayIn('to'),
  };
}

export type AuditFilter = ReturnType<typeof auditFilter>;
