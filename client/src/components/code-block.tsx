import { Box } from '@chakra-ui/react';
import { CopyButton } from './copy-button.tsx';

interface CodeBlockProps {
  code: string;
  /** Its name, for screen readers and in the label of the copy button. */
  name: string;
}

/** A piece of code with a button that copies it. Long lines scroll sideways. */
export function CodeBlock({ code, name }: CodeBlockProps) {
  return (
    <Box position="relative" minW="0">
      <Box
        as="pre"
        role="region"
        aria-label={name}
        // A keyboard scrolls it.
        tabIndex={0}
        overflowX="auto"
        p="4"
        pe="14"
        bg="bg.subtle"
        borderWidth="1px"
        borderRadius="l2"
        fontFamily="mono"
        textStyle="sm"
        translate="no"
        focusVisibleRing="outside"
      >
        <code>{code}</code>
      </Box>
      <CopyButton
        value={code}
        label={name}
        size="sm"
        variant="outline"
        bg="bg"
        position="absolute"
        top="2"
        insetEnd="2"
      />
    </Box>
  );
}
