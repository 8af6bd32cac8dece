import { Box } from '@chakra-ui/react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';

interface BulkRowsProps<Row> {
  rows: readonly Row[];
  nameOf: (row: Row) => string;
}

/** A shorter list renders all its rows, and their heights may differ. */
const WINDOWED_FROM = 100;
const ROW_PX = 38;

/** Every row by name; of thousands only the visible ones are rendered. */
export function BulkRows<Row extends { id: number }>({ rows, nameOf }: BulkRowsProps<Row>) {
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
          <Box
            as="li"
            key={row.id}
            ref={isWindowed ? virtualizer.measureElement : undefined}
            data-index={from + at}
            px="3"
            py="2"
            textStyle="sm"
            overflowWrap="anywhere"
            borderBottomWidth="1px"
            _last={{ borderBottomWidth: '0' }}
            _firstLetter={{ textTransform: 'uppercase' }}
          >
            {nameOf(row)}
          </Box>
        ))}
      </Box>
    </Box>
  );
}
