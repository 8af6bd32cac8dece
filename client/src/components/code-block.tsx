import { Box, Flex, Span } from '@chakra-ui/react';
import { CopyButton } from './copy-button.tsx';

interface CodeBlockProps {
  code: string;
  /** Its name, above it and in the label of the copy button. */
  name: string;
}

/** A piece of code with a button that copies it. Long lines scroll sideways. */
export function CodeBlock({ code, name }: CodeBlockProps) {
  return (
    <Box borderWidth="1px" borderRadius="l2" overflow="hidden" minW="0">
      <Flex justify="space-between" align="center" gap="3" ps="4" pe="1" py="1" borderBottomWidth="1px">
        <Span textStyle="xs" color="fg.muted" truncate>
          {name}
        </Span>
        <CopyButton value={code} label={name} withText size="sm" flexShrink="0" />
      </Flex>
      <Box
        as="pre"
        role="region"
        aria-label={name}
        // A keyboard scrolls it.
        tabIndex={0}
        overflowX="auto"
        p="4"
        bg="bg.subtle"
        fontFamily="mono"
        textStyle="sm"
        focusVisibleRing="inside"
      >
        <code translate="no">{code}</code>
      </Box>
    </Box>
  );
}
