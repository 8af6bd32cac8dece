import { useSearchParams } from 'react-router-dom';
import { auditActions, auditSubjects } from '#shared/audit.ts';
import { parseId } from '#shared/parse-id.ts';
import { isDay } from '#shared/shop-days.ts';
import { oneOf } from '../../../lib/url-state.ts';

/** The procedure's limit; a typed address may be longer. */
const MAX_SEARCH = 100;

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The audit's filter from the address; unknown values are ignored. */
export function useAuditFilter() {
  const [params] = useSearchParams();
  const read = (name: string) => params.get(name) ?? '';
  const idIn = (name: string) => parseId(read(name)) ?? undefined;
  const dayIn = (name: string) => (isDay(read(name)) ? read(name) : undefined);
  const subject = oneOf(read('subject'), auditSubjects);
  return {
    search: read('q').slice(0, MAX_SEARCH) || undefined,
    admin: read('admin') === 'server' ? ('server' as const) : idIn('admin'),
    action: oneOf(read('action'), auditActions),
    subject,
    subjectId: subject && idIn('id'),
    userId: idIn('user'),
    bulkId: UUID.test(read('bulk')) ? read('bulk') : undefined,
    from: dayIn('from'),
    to: dayIn('to'),
  };
}

export type AuditFilter = ReturnType<typeof useAuditFilter>;
