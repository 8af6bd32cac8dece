import { Box, Button, Flex, Skeleton, Stack, Text } from '@chakra-ui/react';
import type { PagedQuery } from '../../../components/data-table/table-props.ts';
import { useWindowed } from '../../../components/data-table/use-windowed.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { AuditRow } from './audit-row.tsx';
import type { AuditEntry } from './audit-words.ts';

interface AuditListProps {
  name: string;
  query: PagedQuery;
  rows: readonly AuditEntry[];
  emptyText: string;
  /** Narrow and without subjects, for the subject's own page. */
  isTrail?: boolean;
}

/** Actions, newest first. */
export function AuditList({ name, query, rows, emptyText, isTrail = false }: AuditListProps) {
  if (query.isPending) return <Loading />;
  if (query.isError && !query.data) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (rows.length === 0) return isTrail ? <Text color="fg.muted">{emptyText}</Text> : <EmptyState title={emptyText} />;
  return (
    <>
      <Lines name={name} rows={rows} isTrail={isTrail} isStale={query.isPlaceholderData ?? false} />
      {query.hasNextPage && (
        <Flex justify="end" gap="3" align="center" mt="3">
          <Text role="alert" textStyle="sm" color="fg.error">
            {query.isFetchNextPageError && 'More could not be loaded.'}
          </Text>
          <Button
            variant="outline"
            size={isTrail ? 'sm' : 'md'}
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            Show earlier actions
          </Button>
        </Flex>
      )}
    </>
  );
}

interface LinesProps extends Required<Pick<AuditListProps, 'name' | 'rows' | 'isTrail'>> {
  isStale: boolean;
}

function Lines({ name, rows, isTrail, isStale }: LinesProps) {
  const { listRef, from, to, beforePx, afterPx, measure } = useWindowed<HTMLOListElement>({
    count: rows.length,
    rowPx: ROW_PX,
    active: undefined,
    indexOf: () => -1,
  });
  return (
    <Box
      as="ol"
      ref={listRef}
      aria-label={name}
      aria-busy={isStale}
      opacity={isStale ? 0.6 : 1}
      listStyleType="none"
      borderTopWidth="1px"
    >
      {beforePx > 0 && <li aria-hidden style={{ height: beforePx }} />}
      {rows.slice(from, to).map((entry, at) => (
        <AuditRow key={entry.id} entry={entry} index={from + at} isTrail={isTrail} measure={measure} />
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
