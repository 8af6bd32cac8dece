import { Box, Grid, Text } from '@chakra-ui/react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useRef } from 'react';
import { formatCount } from '../lib/format.ts';

interface RowsProps<Row> {
  label: string;
  rows: readonly Row[];
  children: (row: Row) => ReactNode;
}

const ROW_PX = 56;

/** Hundreds of rows in a box that scrolls by itself; only the visible ones are rendered. */
export function Rows<Row>({ label, rows, children }: RowsProps<Row>) {
  const box = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- The rule is for React Compiler, which is not used here.
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_PX,
    overscan: 4,
    initialRect: { width: 320, height: 400 },
  });
  return (
    <Box
      ref={box}
      maxH="25rem"
      overflowY="auto"
      borderWidth="1px"
      borderRadius="l2"
      tabIndex={0}
      role="region"
      aria-label={label}
    >
      <Box role="list" position="relative" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, key, start }) => (
          <Box
            key={key}
            ref={virtual.measureElement}
            data-index={index}
            role="listitem"
            aria-setsize={rows.length}
            aria-posinset={index + 1}
            position="absolute"
            insetX="0"
            top="0"
            borderBottomWidth="1px"
            style={{ transform: `translateY(${start}px)` }}
          >
            {children(rows[index] as Row)}
          </Box>
        ))}
      </Box>
    </Box>
  );
}

interface RowProps {
  start: ReactNode;
  /** As typed. */
  text: string;
  note?: ReactNode;
  end: ReactNode;
}

/** A line, a note and an amount. */
export function Row({ start, text, note, end }: RowProps) {
  return (
    <Grid templateColumns="1.75rem minmax(0, 1fr) auto" gap="3" px="3" py="2" minH="14" alignItems="center">
      <Text color="fg.muted" fontVariantNumeric="tabular-nums" textAlign="end">
        {typeof start === 'number' ? formatCount(start) : start}
      </Text>
      <Box minW="0">
        <Text lineClamp="2" overflowWrap="anywhere" title={text}>
          {text}
        </Text>
        {note && <Box textStyle="sm">{note}</Box>}
      </Box>
      <Box textAlign="end" fontVariantNumeric="tabular-nums" whiteSpace="nowrap">
        {end}
      </Box>
    </Grid>
  );
}
