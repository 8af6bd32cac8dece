import { Box, Flex, Progress, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { BulkResult } from './bulk-result.tsx';
import type { BulkRun } from './use-bulk-run.ts';

interface BulkRowsProps<Row> {
  run: BulkRun<Row>;
  idOf: (row: Row) => string;
  nameOf: (row: Row) => ReactNode;
  /** "approved". */
  doneWord: string;
}

/** Every row by name and, once they are under way, how each went. */
export function BulkRows<Row>({ run: { rows, phase, results }, idOf, nameOf, doneWord }: BulkRowsProps<Row>) {
  return (
    <Box as="ul" listStyleType="none" borderWidth="1px" borderRadius="l2" maxH="40vh" overflowY="auto">
      {rows.map((row) => (
        <Flex
          as="li"
          key={idOf(row)}
          justify="space-between"
          align="start"
          gap="4"
          px="3"
          py="2"
          textStyle="sm"
          borderBottomWidth="1px"
          _last={{ borderBottomWidth: '0' }}
        >
          <Box minW="0" overflowWrap="anywhere" _firstLetter={{ textTransform: 'uppercase' }}>
            {nameOf(row)}
          </Box>
          {phase !== 'asking' && <BulkResult result={results.get(idOf(row))} doneWord={doneWord} />}
        </Flex>
      ))}
    </Box>
  );
}

export function BulkProgress({ done, total }: { done: number; total: number }) {
  return (
    <Progress.Root value={done} max={total} size="sm" colorPalette="brand" aria-label="Progress">
      <Flex align="center" gap="3">
        <Progress.Track flex="1">
          <Progress.Range />
        </Progress.Track>
        <Text textStyle="sm" color="fg.muted" fontVariantNumeric="tabular-nums">
          {done} of {total}
        </Text>
      </Flex>
    </Progress.Root>
  );
}
