import { Box, Flex, Stack, type StackProps } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { formatCount } from '../lib/format.ts';

interface NumberedStepsProps extends StackProps {
  steps: readonly { key: string; content: ReactNode }[];
  /** For steps in another language than the page. */
  formatNumber?: (number: number) => string;
}

/** Steps below each other, each with its number in a circle. */
export function NumberedSteps({ steps, formatNumber = formatCount, align, ...stack }: NumberedStepsProps) {
  return (
    <Stack as="ol" listStyleType="none" {...stack}>
      {steps.map(({ key, content }, index) => (
        <Flex as="li" key={key} gap="3" align={align}>
          <Box
            boxSize="7"
            flexShrink="0"
            display="grid"
            placeItems="center"
            borderWidth="1px"
            borderColor="border.field"
            borderRadius="full"
            textStyle="sm"
            fontWeight="semibold"
            aria-hidden
          >
            {formatNumber(index + 1)}
          </Box>
          {content}
        </Flex>
      ))}
    </Stack>
  );
}
