import { Box, Button, Flex, Heading, Stack, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { LuPlus } from 'react-icons/lu';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { LoadingStack } from '../../components/loading-stack.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { ProfileNav } from './profile-nav.tsx';

interface OwnListPageProps<Item> {
  /** The id of the list's heading. */
  id: string;
  heading: string;
  text: string;
  addLabel: string;
  onAdd: () => void;
  /** Whether there can be no more. */
  isFull: boolean;
  title: string;
  /** How many there are, and how many there can be. */
  inUse: string;
  empty: { icon: ReactNode; title: string; text: string };
  query: { isPending: boolean; error: unknown; refetch: () => unknown };
  items: readonly Item[] | undefined;
  rowHeight: string;
  row: (item: Item) => ReactNode;
  /** Below the list. */
  children: ReactNode;
}

/** A page of the account with a list of what its owner has made. */
export function OwnListPage<Item>({ id, query, items, empty, row, children, ...page }: OwnListPageProps<Item>) {
  return (
    <Box maxW="5xl" ms="var(--page-start, auto)" me="auto">
      <PageHeading title={page.heading} text={page.text}>
        <Button colorPalette="brand" disabled={!items || page.isFull} onClick={page.onAdd}>
          <LuPlus aria-hidden /> {page.addLabel}
        </Button>
      </PageHeading>
      <ProfileNav />
      <Stack gap="6">
        {query.isPending && <LoadingStack heights={['4rem', page.rowHeight]} />}
        {Boolean(query.error) && !items && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
        {items && (
          <Box as="section" aria-labelledby={id} borderWidth="1px" borderRadius="l3" overflow="hidden">
            <Flex px={{ base: '4', md: '6' }} py="4" columnGap="4" justify="space-between" align="baseline" wrap="wrap">
              <Heading as="h2" size="lg" id={id}>
                {page.title}
              </Heading>
              {items.length > 0 && (
                <Text color="fg.muted" textStyle="sm" fontVariantNumeric="tabular-nums">
                  {page.inUse}
                </Text>
              )}
            </Flex>
            {items.length === 0 ? (
              <Box borderTopWidth="1px">
                <EmptyState {...empty} />
              </Box>
            ) : (
              <Stack as="ul" listStyleType="none" gap="0">
                {items.map(row)}
              </Stack>
            )}
          </Box>
        )}
        {children}
      </Stack>
    </Box>
  );
}
