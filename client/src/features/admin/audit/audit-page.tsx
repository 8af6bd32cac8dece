import { auditTexts } from '../../../i18n/en/admin/audit.ts';
import { trpc } from '../../../lib/trpc.ts';
import { declareList } from '../list/declare-list.tsx';
import { polledList } from '../live-list.ts';
import { auditFilter } from './audit-filter.ts';
import { AuditFilters } from './audit-filters.tsx';
import { AuditList } from './audit-list.tsx';
import type { AuditEntry } from './audit-words.ts';
import { BulkEntries } from './bulk-entries.tsx';

const entriesOf = (entry: AuditEntry, name: string) => <BulkEntries entry={entry} name={name} />;

/** All actions of admins, with the values before and after. */
export default declareList<AuditEntry>()({
  heading: 'dense',
  useInput: auditFilter,
  useList: (input) => trpc.admin.audit.list.useInfiniteQuery({ ...input, limit: 50 }, polledList),
  words() {
    const { heading, headingText, noneMatches } = auditTexts.get();
    return { heading, headingText, none: noneMatches };
  },
  filters: ({ input, rows }) => <AuditFilters filter={input} rows={rows} />,
  Rows: (list) => <AuditList {...list} look="page" inBulk={entriesOf} />,
});
