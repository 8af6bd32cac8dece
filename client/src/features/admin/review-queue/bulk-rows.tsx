import { Box, Flex, HStack, Progress, Span, Spinner, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import { LuCircleCheck, LuCircleX } from 'react-icons/lu';
import { queueTexts } from '../../../i18n/en/admin/review-queue.ts';
import type { BulkRun, RowResult } from './use-bulk-run.ts';
import { idOf } from './use-decisions.tsx';

interface BulkRowsProps<Row> {
  run: BulkRun<Row>;
  nameOf: (row: Row) => string;
  /** "approved". */
  doneWord: string;
}

/** A shorter list renders all its rows, and their heights may differ. */
const WINDOWED_FROM = 100;
const ROW_PX = 38;

/** Every row by name with its result; of thousands only the visible ones are rendered. */
export function BulkRows<Row extends { id: number }>({ run, nameOf, doneWord }: BulkRowsProps<Row>) {
  const { rows, phase, results } = run;
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
            key={row.id}
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
              <Result result={results.get(idOf(row))} doneWord={doneWord} isOver={phase === 'over'} />
            )}
          </Flex>
        ))}
      </Box>
    </Box>
  );
}

interface ResultProps {
  result: RowResult | undefined;
  doneWord: string;
  /** Whether rows without a result will not get one. */
  isOver: boolean;
}

function Result({ result, doneWord, isOver }: ResultProps) {
  const t = useStore(queueTexts);
  if (!result && isOver) return <Span color="fg.muted">{t.notSent}</Span>;
  if (!result) return <Spinner size="xs" flexShrink="0" mt="1" aria-label={t.waiting} />;
  const { error } = result;
  return (
    <HStack gap="1.5" align="start" color={error ? 'fg.error' : 'fg.success'} flexShrink={error ? 1 : 0} maxW="60%">
      <Span mt="0.5" aria-hidden>
        {error ? <LuCircleX /> : <LuCircleCheck />}
      </Span>
      <Span>{error ?? doneWord}</Span>
    </HStack>
  );
}

export function BulkProgress({ done, total }: { done: number; total: number }) {
  const t = useStore(queueTexts);
  return (
    <Progress.Root value={done} max={total} size="sm" colorPalette="brand" aria-label={t.progress}>
      <Flex align="center" gap="3">
        <Progress.Track flex="1">
          <Progress.Range />
        </Progress.Track>
        <Text textStyle="sm" color="fg.muted" fontVariantNumeric="tabular-nums">
          {t.ofTotal({ count: done, total })}
        </Text>
      </Flex>
    </Progress.Root>
  );
}
