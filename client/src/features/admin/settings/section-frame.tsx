import { Box, Flex, Heading, Text } from '@chakra-ui/react';
import { type ReactNode, useId } from 'react';

interface SectionFrameProps {
  title: string;
  text: string;
  /** A button at the end of the title's line. */
  action?: ReactNode;
  /** For a few short fields: their lines stay close to each other on a wide screen. */
  narrow?: boolean;
  children: ReactNode;
}

/** One framed part of the settings. */
export function SectionFrame({ title, text, action, narrow = false, children }: SectionFrameProps) {
  const titleId = useId();
  return (
    <Box
      as="section"
      aria-labelledby={titleId}
      borderWidth="1px"
      borderRadius="l3"
      overflow="clip"
      {...(narrow && { maxW: '3xl' })}
    >
      <Flex p={{ base: '4', md: '6' }} gap="4" justify="space-between" align="center" wrap="wrap">
        <Box flex="1 1 14rem" minW="0">
          <Heading as="h2" size="lg" id={titleId}>
            {title}
          </Heading>
          <Text color="fg.muted" textWrap="pretty">
            {text}
          </Text>
        </Box>
        {action}
      </Flex>
      {children}
    </Box>
  );
}
