import { Box, Button, Flex, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import type { PagedQuery } from '../../components/data-table/table-props.ts';
import { ErrorState } from '../../components/error-state.tsx';
import { LoadingStack } from '../../components/loading-stack.tsx';
import { commonTexts } from '../../i18n/en/common.ts';
import { useRows } from '../../lib/paged-list.ts';

interface OwnLogProps<Row> {
  label: string;
  /** For no rows. */
  empty: string;
  query: Parameters<typeof useRows<Row>>[0] & Omit<PagedQuery, 'data'>;
  /** A list item. */
  row: (row: Row, at: number) => ReactNode;
}

/** The log of something that its owner has made, newest first, page by page. */
export function OwnLog<Row>({ label, empty, query, row }: OwnLogProps<Row>) {
  const common = useStore(commonTexts);
  const rows = useRows(query);
  if (query.isPending) return <LoadingStack heights={['3.5rem', '3.5rem']} p={{ base: '4', md: '6' }} />;
  if (query.isError && rows.length === 0)
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  return (
    <Box as="section" aria-label={label} bg="bg.subtle">
      {rows.length === 0 ? (
        <Text px={{ base: '4', md: '6' }} py="5" color="fg.muted" textStyle="sm">
          {empty}
        </Text>
      ) : (
        <Stack as="ul" listStyleType="none" gap="0">
          {rows.map(row)}
        </Stack>
      )}
      {query.hasNextPage && (
        <Flex borderTopWidth="1px" px={{ base: '4', md: '6' }} py="3" gap="3" align="center" justify="end">
          <Text role="alert" textStyle="sm" color="fg.error">
            {query.isFetchNextPageError && common.couldNotLoadMore}
          </Text>
          <Button
            size="sm"
            variant="outline"
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {common.loadMore}
          </Button>
        </Flex>
      )}
    </Box>
  );
}
