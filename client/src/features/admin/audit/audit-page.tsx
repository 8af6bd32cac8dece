import { Box } from '@chakra-ui/react';
import { PageHeading } from '../../../components/page-heading.tsx';
import { useRows } from '../../../lib/paged-list.ts';
import { trpc } from '../../../lib/trpc.ts';
import { polledList } from '../live-list.ts';
import { AuditFilters } from './audit-filters.tsx';
import { AuditList } from './audit-list.tsx';
import { useAuditFilter } from './use-audit-filter.ts';

/** All actions of admins, with the values before and after. */
export default function AuditPage() {
  const filter = useAuditFilter();
  const query = trpc.admin.audit.list.useInfiniteQuery({ ...filter, limit: 50 }, polledList);
  const rows = useRows(query);
  return (
    <Box data-dense>
      <PageHeading dense title="Audit" text="Who did what, and what was there before. Nothing of it can be changed." />
      <AuditFilters filter={filter} rows={rows} />
      <AuditList name="Audit" query={query} rows={rows} emptyText="No such action" />
    </Box>
  );
}
