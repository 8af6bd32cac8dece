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
}

/** A page's only `h1`. */
export function PageHeading({ title, text, children, dense = false }: PageHeadingProps) {
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
        {text && (
          <Text color="fg.muted" textWrap="pretty" hideBelow={dense ? 'lg' : undefined} truncate={dense}>
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

const denseWords = { direction: 'row', align: 'baseline', gap: '4', flexShrink: '1', whiteSpace: 'nowrap' } as const;
