import { Box, Button, Flex, Skeleton, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { LuFileClock } from 'react-icons/lu';
import type { PagedQuery } from '../../../components/data-table/table-props.ts';
import { useWindowed } from '../../../components/data-table/use-windowed.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { auditTexts } from '../../../i18n/en/admin/audit.ts';
import { formatDay } from '../../../lib/dates.ts';
import { $timeZone } from '../../../lib/time-zone.ts';
import type { AuditLook } from './audit-look.ts';
import { AuditRow } from './audit-row.tsx';
import type { AuditEntry } from './audit-words.ts';

interface AuditListProps {
  name: string;
  query: PagedQuery;
  rows: readonly AuditEntry[];
  emptyText: string;
  look: AuditLook;
  /** Renders the entries of a bulk when its row opens. */
  inBulk?: (entry: AuditEntry, name: string) => ReactNode;
}

/** Actions, newest first. */
export function AuditList({ name, query, rows, emptyText, look, inBulk }: AuditListProps) {
  const t = useStore(auditTexts);
  if (query.isPending) return <Loading />;
  if (query.isError && !query.data) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (rows.length === 0 && look !== 'page') return <Text color="fg.muted">{emptyText}</Text>;
  if (rows.length === 0) return <EmptyState icon={<LuFileClock />} title={emptyText} text={t.noneMatchesText} />;
  return (
    <>
      <Lines name={name} rows={rows} look={look} inBulk={inBulk} isStale={query.isPlaceholderData ?? false} />
      {query.hasNextPage && (
        <Flex justify="end" gap="3" align="center" mt="3">
          <Text role="alert" textStyle="sm" color="fg.error">
            {query.isFetchNextPageError && t.moreFailed}
          </Text>
          <Button
            variant="outline"
            size={look === 'page' ? 'md' : 'sm'}
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {look === 'bulk' ? t.showMore : t.showEarlier}
          </Button>
        </Flex>
      )}
    </>
  );
}

interface LinesProps extends Pick<AuditListProps, 'name' | 'rows' | 'look'> {
  inBulk: AuditListProps['inBulk'];
  isStale: boolean;
}

function Lines({ name, rows, look, inBulk, isStale }: LinesProps) {
  useStore($timeZone);
  const { listRef, from, to, beforePx, afterPx, measure } = useWindowed<HTMLOListElement>({
    count: rows.length,
    rowPx: ROW_PX,
    active: undefined,
    indexOf: (id) => rows.findIndex((entry) => String(entry.id) === id),
  });
  const startsDay = (at: number) => {
    const [entry, before] = [rows[at], rows[at - 1]];
    return entry !== undefined && (!before || formatDay(entry.at) !== formatDay(before.at));
  };
  return (
    <Box
      as="ol"
      ref={listRef}
      aria-label={name}
      aria-busy={isStale}
      opacity={isStale ? 0.6 : 1}
      listStyleType="none"
      borderTopWidth={look === 'trail' ? '1px' : undefined}
    >
      {beforePx > 0 && <li aria-hidden style={{ height: beforePx }} />}
      {rows.slice(from, to).map((entry, at) => (
        <AuditRow
          key={entry.id}
          entry={entry}
          index={from + at}
          look={look}
          startsDay={look === 'page' && startsDay(from + at)}
          inBulk={inBulk}
          measure={measure}
        />
      ))}
      {afterPx > 0 && <li aria-hidden style={{ height: afterPx }} />}
    </Box>
  );
}

const ROW_PX = 37;

function Loading() {
  return (
    <Stack gap="2" aria-busy>
      {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
        <Skeleton key={key} h="8" />
      ))}
    </Stack>
  );
}
