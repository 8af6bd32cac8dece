import { useSearchParams } from 'react-router-dom';
import { auditActions, auditSubjects } from '../../../../../shared/audit.ts';
import { parseId } from '../../../../../shared/parse-id.ts';
import { isDay } from '../../../../../shared/shop-days.ts';
import { oneOf } from '../../../lib/url-state.ts';

/** As long as what the procedure takes; an address typed by hand may have more. */
const MAX_SEARCH = 100;

/** What the address filters the audit by; what is none of the known is passed over. */
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
    from: dayIn('from'),
    to: dayIn('to'),
  };
}

export type AuditFilter = ReturnType<typeof useAuditFilter>;
