import { Box, Flex, Grid, Stack, VisuallyHidden } from '@chakra-ui/react';
import type { RowData } from '@tanstack/react-table';
import { memo, type ReactNode, useMemo } from 'react';
import type { Column } from './columns.ts';
import { type RowProps, SelectRow, useRowLook, useRowProps } from './row-parts.tsx';
import type { ViewProps } from './table-props.ts';
import { useWindowed } from './use-windowed.ts';

/** The estimated height of a card. */
const CARD_PX = 200;
const GAP_PX = 12;

/** The list as cards for narrow screens: title and status on top, figures and labelled lines, actions below. */
export function CardView<Row extends RowData>(view: ViewProps<Row>) {
  const { table, name, columns, query, active } = view;
  const { rows } = table.getRowModel();
  const { listRef, from, to, beforePx, afterPx, measure } = useWindowed<HTMLDivElement>({
    count: rows.length,
    rowPx: CARD_PX,
    gapPx: GAP_PX,
    active,
    indexOf: (id) => rows.findIndex((row) => row.id === id),
  });
  const rowProps = useRowProps(view, columns, measure);
  return (
    <Stack
      as="ul"
      ref={listRef}
      listStyleType="none"
      gap={`${GAP_PX}px`}
      style={{ paddingTop: beforePx, paddingBottom: afterPx }}
      css={looks}
      aria-label={name}
      aria-busy={query.isPlaceholderData}
      opacity={query.isPlaceholderData ? 0.6 : 1}
    >
      {rows.slice(from, to).map((row) => (
        <Card key={row.id} {...rowProps(row)} />
      ))}
    </Stack>
  );
}

const looks = {
  '& > li': {
    bg: 'bg',
    borderColor: 'border',
    scrollMarginTop: 'calc(var(--under-bar) + var(--tools-px, 0px))',
    scrollMarginBottom: 'calc(var(--bottom-bar) + var(--dock, 0px) + 5rem)',
    '&[data-opens]': { cursor: 'pointer' },
    '&[data-tone=error]': { bg: 'bg.error' },
    '&[data-pending]': { opacity: '0.6' },
    '&[aria-current]': { borderColor: 'border.field' },
  },
} as const;

/** `memo` loses the type parameter. */
const Card = memo(function Card<Row extends RowData>(props: RowProps<Row>) {
  const { row, id, index, columns, selected, canSelect, acts, Note } = props;
  const places = useMemo(() => placesOf(columns), [columns]);
  const show = ({ cell }: Column<Row>) => cell(row, index);
  // A number leaves room for the status; a name after it has its own line.
  const [first, ...names] = places.titles;
  return (
    <Stack as="li" {...useRowLook<Row, HTMLDivElement>(props)} gap="3" p="4" borderWidth="1px" borderRadius="l2">
      <Flex gap="3" justify="space-between" align="start">
        <Flex gap="3" minW="0" fontWeight="semibold" overflowWrap="anywhere">
          {selected !== undefined && (
            <Flex h="6" align="center">
              <SelectRow {...{ id, index, selected, canSelect, acts }} />
            </Flex>
          )}
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
      {places.details.length > 0 && (
        <Box as="dl" textStyle="sm" color="fg.muted" overflowWrap="anywhere" mt="-2">
          {places.details.map((column) => (
            <Box key={column.id}>
              <VisuallyHidden as="dt">{column.cardLabel ?? column.header}</VisuallyHidden>
              <Box as="dd">{show(column)}</Box>
            </Box>
          ))}
        </Box>
      )}
      {places.briefs.length > 0 && (
        <Flex as="dl" wrap="wrap" align="baseline" columnGap="3" textStyle="xs" color="fg.muted" mt="-1">
          {places.briefs.map((column) => (
            <Box key={column.id} minW="0" {...(column.align === 'end' && { ms: 'auto', order: '1' })}>
              <VisuallyHidden as="dt">{column.cardLabel ?? column.header}</VisuallyHidden>
              <Box as="dd" overflowWrap="anywhere">
                {show(column)}
              </Box>
            </Box>
          ))}
        </Flex>
      )}
      {places.figures.length > 0 && (
        <Grid as="dl" templateColumns="repeat(auto-fill, minmax(5rem, 1fr))" columnGap="3" rowGap="2" textStyle="sm">
          {places.figures.map((column) => (
            <Box key={column.id} minW="0">
              <Box as="dt" textStyle="xs" color="fg.muted">
                {column.cardLabel ?? column.header}
              </Box>
              <Box as="dd" overflowWrap="anywhere">
                {show(column)}
              </Box>
            </Box>
          ))}
        </Grid>
      )}
      {places.lines.length > 0 && (
        <Grid
          as="dl"
          templateColumns={{ base: 'auto 1fr', md: 'auto 1fr auto 1fr' }}
          columnGap={{ base: '4', md: '6' }}
          rowGap="1.5"
          textStyle="sm"
          css={{ '& > div > dd > span': { justifyContent: 'end' }, '& > div:has(> dd:empty)': { display: 'none' } }}
        >
          {places.lines.map((column) => (
            <Box key={column.id} display="contents">
              <Box as="dt" color="fg.muted">
                {column.cardLabel ?? column.header}
              </Box>
              {/* With two columns, a value at the end of the first would look like the label of the second. */}
              <Box as="dd" textAlign={{ base: 'end', md: 'start' }} minW="0" overflowWrap="anywhere">
                {show(column)}
              </Box>
            </Box>
          ))}
        </Grid>
      )}
      {places.footers.map((column) => (
        <Box key={column.id} borderTopWidth="1px" pt="3" _empty={{ display: 'none' }}>
          {show(column)}
        </Box>
      ))}
      {Note && <Note id={id}>{(note) => note}</Note>}
    </Stack>
  );
}) as <Row extends RowData>(props: RowProps<Row>) => ReactNode;

/** The columns by their position on a card. */
function placesOf<Row>(columns: readonly Column<Row>[]) {
  const at = (place: NonNullable<Column<Row>['card']>) => columns.filter(({ card = 'line' }) => card === place);
  return {
    titles: [...at('lead'), ...at('title')],
    asides: at('aside'),
    details: at('detail'),
    briefs: at('brief'),
    figures: at('figure'),
    lines: at('line'),
    footers: at('footer'),
  };
}
