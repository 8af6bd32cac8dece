import { Box, Flex, Grid, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';

interface FactsProps {
  /** Names them for screen readers. */
  name: string;
  /** What it comes to, set apart below them. */
  total: { label: string; value: ReactNode };
  children: ReactNode;
}

/** What a receipt is about, each fact by its name, and what it comes to. */
export function Facts({ name, total, children }: FactsProps) {
  return (
    <Box as="section" aria-label={name} borderWidth="1px" borderRadius="l2" overflow="clip">
      <Grid as="dl" templateColumns={{ base: '1fr', sm: '9rem 1fr' }} px="5" py="2" textStyle="sm">
        {children}
      </Grid>
      <Flex justify="space-between" align="baseline" px="5" py="4" bg="bg.subtle" borderTopWidth="1px">
        <Text fontWeight="semibold">{total.label}</Text>
        <Box textStyle="2xl" fontWeight="semibold">
          {total.value}
        </Box>
      </Flex>
    </Box>
  );
}

export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <Text as="dt" color="fg.muted" pt="2" pb={{ base: '0', sm: '2' }}>
        {label}
      </Text>
      <Box
        as="dd"
        pt={{ base: '0', sm: '2' }}
        pb="2"
        fontVariantNumeric="tabular-nums"
        overflowWrap="anywhere"
        minW="0"
      >
        {children}
      </Box>
    </>
  );
}
