import { Box, Flex, Progress, Text } from '@chakra-ui/react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useRef } from 'react';
import { formatCount } from '../../../lib/format.ts';
import { BulkResult } from './bulk-result.tsx';
import type { BulkRun } from './use-bulk-run.ts';

interface BulkRowsProps<Row> {
  run: BulkRun<Row>;
  idOf: (row: Row) => string;
  nameOf: (row: Row) => ReactNode;
  /** "approved". */
  doneWord: string;
}

/** Fewer rows are all there, at whatever height they have. */
const WINDOWED_FROM = 100;
const ROW_PX = 38;

/** Every row by name and, once they are under way, how each went; of thousands those in sight are drawn. */
export function BulkRows<Row>({ run: { rows, phase, results }, idOf, nameOf, doneWord }: BulkRowsProps<Row>) {
  const boxRef = useRef<HTMLDivElement>(null);
  const isWindowed = rows.length > WINDOWED_FROM;
  // oxlint-disable-next-line react/incompatible-library -- The rule is for React Compiler, which is not used here.
  const virtualizer = useVirtualizer({
    count: rows.length,
    enabled: isWindowed,
    getScrollElement: () => boxRef.current,
    estimateSize: () => ROW_PX,
    overscan: 8,
  });
  const items = virtualizer.getVirtualItems();
  const from = isWindowed ? (items[0]?.index ?? 0) : 0;
  const to = isWindowed ? (items.at(-1)?.index ?? -1) + 1 : rows.length;
  const beforePx = isWindowed ? (items[0]?.start ?? 0) : 0;
  const afterPx = isWindowed ? virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0) : 0;
  return (
    <Box ref={boxRef} borderWidth="1px" borderRadius="l2" maxH="40vh" overflowY="auto" tabIndex={0} role="group">
      <Box as="ul" listStyleType="none" style={{ paddingTop: beforePx, paddingBottom: afterPx }}>
        {rows.slice(from, to).map((row, at) => (
          <Flex
            as="li"
            key={idOf(row)}
            ref={isWindowed ? virtualizer.measureElement : undefined}
            data-index={from + at}
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
            {phase !== 'asking' && (
              <BulkResult result={results.get(idOf(row))} doneWord={doneWord} isOver={phase === 'over'} />
            )}
          </Flex>
        ))}
      </Box>
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
          {formatCount(done)} of {formatCount(total)}
        </Text>
      </Flex>
    </Progress.Root>
  );
}
