import { Flex, Heading, Stack, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';

interface PageHeadingProps {
  title: string;
  /** One sentence under the title. */
  text?: ReactNode;
  /** Buttons at the end of the line. */
  children?: ReactNode;
  /** On one low line above a dense list; the sentence is hidden on a phone. */
  dense?: boolean;
  /** Of a dense list: how many there are in all, as words. */
  count?: string | undefined;
}

/** A page's only `h1`. */
export function PageHeading({ title, text, children, dense = false, count }: PageHeadingProps) {
  return (
    <Flex
      as="header"
      align={dense ? 'center' : 'end'}
      justify="space-between"
      gap="4"
      wrap={dense ? 'nowrap' : 'wrap'}
      mb={dense ? { base: '1', md: '2' } : { base: '4', md: '6' }}
    >
      <Stack {...(dense ? denseWords : { gap: '1' })} minW="0">
        <Heading
          as="h1"
          size={dense ? { base: 'lg', md: '2xl' } : { base: '2xl', md: '3xl' }}
          {...(dense && { textWrap: 'nowrap', flexShrink: '0' })}
        >
          {title}
        </Heading>
        {count && (
          <Text color="fg.muted" textStyle={{ base: 'sm', lg: 'md' }} fontVariantNumeric="tabular-nums" data-count>
            {count}
          </Text>
        )}
        {text && (
          <Text color="fg.muted" {...(dense ? { hideBelow: 'lg', textStyle: 'sm' } : { textWrap: 'pretty' })}>
            {text}
          </Text>
        )}
      </Stack>
      {children && (
        <Flex gap="2" wrap="wrap" flexShrink={dense ? '0' : undefined}>
          {children}
        </Flex>
      )}
    </Flex>
  );
}

/** On one line: what does not fit wraps out of sight instead of being cut. */
const denseWords = {
  direction: 'row',
  align: 'baseline',
  columnGap: '4',
  rowGap: '0',
  whiteSpace: 'nowrap',
  wrap: 'wrap',
  h: { base: '7', md: '8' },
  overflow: 'hidden',
} as const;
