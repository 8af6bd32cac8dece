import { Box, Flex, Grid, Stack } from '@chakra-ui/react';
import type { RowData } from '@tanstack/react-table';
import type { Column } from './columns.ts';
import { type RowProps, SelectRow, useRow } from './row-parts.tsx';
import type { ViewProps } from './table-props.ts';
import { useWindowed } from './use-windowed.ts';

/** About how high a card is. */
const CARD_PX = 200;
const GAP_PX = 12;

/** The list as cards, for narrow screens: title and status on top, labelled lines, actions below. */
export function CardView<Row extends RowData>(view: ViewProps<Row>) {
  const { table, name, columns, query } = view;
  const places = placesOf(columns);
  const { rows } = table.getRowModel();
  const activeIndex = rows.findIndex(({ id }) => id === view.activeId);
  const { listRef, from, to, beforePx, afterPx, measure } = useWindowed<HTMLDivElement>({
    count: rows.length,
    rowPx: CARD_PX,
    gapPx: GAP_PX,
    activeIndex,
  });
  return (
    <Stack
      as="ul"
      ref={listRef}
      listStyleType="none"
      gap={`${GAP_PX}px`}
      style={{ paddingTop: beforePx, paddingBottom: afterPx }}
      aria-label={name}
      opacity={query.isPlaceholderData ? 0.6 : 1}
    >
      {rows.slice(from, to).map((row) => (
        <Card key={row.id} row={row} view={view} places={places} measure={measure} />
      ))}
    </Stack>
  );
}

interface CardProps<Row extends RowData> extends RowProps<Row> {
  places: ReturnType<typeof placesOf<Row>>;
}

function Card<Row extends RowData>({ row, view, places, measure }: CardProps<Row>) {
  const { isActive, look } = useRow<Row, HTMLDivElement>({ row, view, measure });
  const show = ({ cell }: Column<Row>) => cell(row.original, row.index);
  // A number leaves room for the status beside it, a name after it has a line of its own.
  const [first, ...names] = places.titles;
  return (
    <Stack
      as="li"
      {...look}
      gap="3"
      p="4"
      borderWidth="1px"
      borderRadius="l2"
      borderColor={isActive ? 'border.field' : 'border'}
    >
      <Flex gap="3" justify="space-between" align="start">
        <Flex gap="3" minW="0" fontWeight="semibold" overflowWrap="anywhere">
          {view.selection && <SelectRow row={row} />}
          {first && <Box minW="0">{show(first)}</Box>}
        </Flex>
        {places.asides.map((column) => (
          <Box key={column.id} flexShrink="0">
            {show(column)}
          </Box>
        ))}
      </Flex>
      {names.map((column) => (
        <Box key={column.id} fontWeight="semibold" overflowWrap="anywhere">
          {show(column)}
        </Box>
      ))}
      <Grid
        as="dl"
        templateColumns={{ base: 'auto 1fr', md: 'auto 1fr auto 1fr' }}
        columnGap={{ base: '4', md: '6' }}
        rowGap="1.5"
        textStyle="sm"
      >
        {places.lines.map((column) => (
          <Box key={column.id} display="contents">
            <Box as="dt" color="fg.muted">
              {column.cardLabel ?? column.header}
            </Box>
            {/* Beside a second pair, a value at its column's end would read as the next label's. */}
            <Box as="dd" textAlign={{ base: 'end', md: 'start' }} minW="0" overflowWrap="anywhere">
              {show(column)}
            </Box>
          </Box>
        ))}
      </Grid>
      {places.footers.map((column) => (
        <Box key={column.id} borderTopWidth="1px" pt="3">
          {show(column)}
        </Box>
      ))}
    </Stack>
  );
}

/** The columns by where a card shows them. */
function placesOf<Row>(columns: readonly Column<Row>[]) {
  const at = (place: NonNullable<Column<Row>['card']>) => columns.filter(({ card = 'line' }) => card === place);
  return { titles: at('title'), asides: at('aside'), lines: at('line'), footers: at('footer') };
}
