import { Box, Button } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { LuLayers } from 'react-icons/lu';
import { AppLink } from '../../../components/app-link.tsx';
import { auditTexts } from '../../../i18n/en/admin/audit.ts';
import { pagedList, useRows } from '../../../lib/paged-list.ts';
import { jobPath } from '../../../lib/paths.ts';
import { trpc } from '../../../lib/trpc.ts';
import { AuditList } from './audit-list.tsx';
import type { AuditEntry } from './audit-words.ts';

/** The entries of a bulk, a page at a time. Entries never change, so they are read once. */
export function BulkEntries({ entry, name }: { entry: AuditEntry; name: string }) {
  const t = useStore(auditTexts);
  const query = trpc.admin.audit.list.useInfiniteQuery(
    { bulkId: entry.bulkId ?? undefined, limit: 20 },
    { ...pagedList, staleTime: Infinity },
  );
  return (
    <Box ps={{ base: '2', md: '6' }} pb="3" borderTopWidth="1px">
      {entry.jobId !== null && (
        <Button asChild size="sm" variant="plain" px="1" textDecoration="underline">
          <AppLink to={jobPath(entry.jobId)}>
            <LuLayers aria-hidden /> {t.openJob}
          </AppLink>
        </Button>
      )}
      <AuditList name={name} query={query} rows={useRows(query)} emptyText={t.noneMatches} look="bulk" />
    </Box>
  );
}
