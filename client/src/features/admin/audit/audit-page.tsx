import { Box } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { PageHeading } from '../../../components/page-heading.tsx';
import { auditTexts } from '../../../i18n/en/admin/audit.ts';
import { useRows } from '../../../lib/paged-list.ts';
import { trpc } from '../../../lib/trpc.ts';
import { polledList } from '../live-list.ts';
import { AuditFilters } from './audit-filters.tsx';
import { AuditList } from './audit-list.tsx';
import type { AuditEntry } from './audit-words.ts';
import { BulkEntries } from './bulk-entries.tsx';
import { useAuditFilter } from './use-audit-filter.ts';

const entriesOf = (entry: AuditEntry, name: string) => <BulkEntries entry={entry} name={name} />;

/** All actions of admins, with the values before and after. */
export default function AuditPage() {
  const t = useStore(auditTexts);
  const filter = useAuditFilter();
  const query = trpc.admin.audit.list.useInfiniteQuery({ ...filter, limit: 50 }, polledList);
  const rows = useRows(query);
  return (
    <Box data-dense>
      <PageHeading dense title={t.heading} text={t.headingText} />
      <AuditFilters filter={filter} rows={rows} />
      <AuditList name={t.heading} query={query} rows={rows} emptyText={t.noneMatches} look="page" inBulk={entriesOf} />
    </Box>
  );
}
