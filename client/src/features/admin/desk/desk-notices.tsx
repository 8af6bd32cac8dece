import { Flex } from '@chakra-ui/react';
import type { ComponentProps } from 'react';
import { ActiveFilters } from './active-filters.tsx';
import { LiveSign } from './live-sign.tsx';
import { NewsButton } from './news-button.tsx';

interface DeskNoticesProps extends ComponentProps<typeof ActiveFilters>, ComponentProps<typeof LiveSign> {
  /** What came to the list and left it since it was shown. */
  news: ComponentProps<typeof NewsButton>;
}

/** What is to be known of a list, in one line above it that takes no room while there is nothing. */
export function DeskNotices({ filters, news, query, shown }: DeskNoticesProps) {
  return (
    <Flex gap="3" wrap="wrap" align="center" css={{ '&:not(:empty)': { pt: '2' } }}>
      <ActiveFilters filters={filters} />
      <NewsButton {...news} />
      <LiveSign query={query} shown={shown} />
    </Flex>
  );
}
