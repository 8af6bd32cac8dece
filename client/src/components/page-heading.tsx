import { Flex, Heading, Stack, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';

interface PageHeadingProps {
  title: string;
  /** One sentence under the title. */
  text?: ReactNode;
  /** Buttons at the end of the line. */
  children?: ReactNode;
}

/** A page's only `h1`. */
export function PageHeading({ title, text, children }: PageHeadingProps) {
  return (
    <Flex as="header" align="end" justify="space-between" gap="4" wrap="wrap" mb="6">
      <Stack gap="1" minW="0">
        <Heading as="h1" size={{ base: '2xl', md: '3xl' }}>
          {title}
        </Heading>
        {text && <Text color="fg.muted">{text}</Text>}
      </Stack>
      {children && (
        <Flex gap="2" wrap="wrap">
          {children}
        </Flex>
      )}
    </Flex>
  );
}
