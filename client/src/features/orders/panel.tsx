import { Heading, Stack, type StackProps } from '@chakra-ui/react';

/** A bordered part of the page. */
export function Panel({ title, children, ...stack }: StackProps & { title?: string }) {
  return (
    <Stack
      as="section"
      gap="3"
      borderWidth="1px"
      borderRadius="l3"
      p={{ base: '4', md: '6' }}
      alignSelf={{ xl: 'start' }}
      w="full"
      {...stack}
    >
      {title && (
        <Heading as="h2" size="md">
          {title}
        </Heading>
      )}
      {children}
    </Stack>
  );
}
