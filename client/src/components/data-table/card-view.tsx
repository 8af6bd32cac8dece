import { Box, Flex, Grid, Stack } from '@chakra-ui/react';
import type { RowData } from '@tanstack/react-table';
import { rowClick } from './row-click.ts';
import type { ViewProps } from './table-props.ts';
import { KeptInView, SelectBox } from './table-view.tsx';

/** The list as cards, for narrow screens: title and status on top, labelled lines, actions below. */
export function CardView<Row extends RowData>({
  table,
  name,
  columns,
  selection,
  rowTone,
  pendingIds,
  activeId,
  query,
  onRowClick,
}: ViewProps<Row>) {
  const at = (place: string) => columns.filter(({ card = 'line' }) => card === place);
  const [titles, asides, lines, footers] = [at('title'), at('aside'), at('line'), at('footer')];
  // A number leaves room for the status beside it, a name after it has a line of its own.
  const [first, ...names] = titles;
  return (
    <Stack as="ul" listStyleType="none" gap="3" aria-label={name} opacity={query.isPlaceholderData ? 0.6 : 1}>
      {table.getRowModel().rows.map((row) => {
        const isPending = pendingIds?.has(row.id) ?? false;
        const isActive = row.id === activeId;
        return (
          <KeptInView<HTMLLIElement> key={row.id} active={isActive}>
            {(ref) => (
              <Stack
                as="li"
                ref={ref as never}
                gap="3"
                p="4"
                borderWidth="1px"
                borderRadius="l2"
                borderColor={isActive ? 'border.field' : 'border'}
                bg={rowTone?.(row.original) === 'error' ? 'bg.error' : 'bg'}
                {...rowClick(row.original, onRowClick)}
                aria-busy={isPending}
                opacity={isPending ? 0.6 : 1}
              >
                <Flex gap="3" justify="space-between" align="start">
                  <Flex gap="3" minW="0" fontWeight="semibold" overflowWrap="anywhere">
                    {selection && (
                      <SelectBox
                        label={`Select row ${row.index + 1}`}
                        checked={row.getIsSelected()}
                        disabled={!row.getCanSelect()}
                        onChange={(on) => row.toggleSelected(on)}
                      />
                    )}
                    {first && <Box minW="0">{first.cell(row.original, row.index)}</Box>}
                  </Flex>
                  {asides.map(({ id, cell }) => (
                    <Box key={id} flexShrink="0">
                      {cell(row.original, row.index)}
                    </Box>
                  ))}
                </Flex>
                {names.map(({ id, cell }) => (
                  <Box key={id} fontWeight="semibold" overflowWrap="anywhere">
                    {cell(row.original, row.index)}
                  </Box>
                ))}
                <Grid as="dl" templateColumns="auto 1fr" columnGap="4" rowGap="1.5" textStyle="sm">
                  {lines.map(({ id, header, cell }) => (
                    <Box key={id} display="contents">
                      <Box as="dt" color="fg.muted">
                        {header}
                      </Box>
                      <Box as="dd" textAlign="end" minW="0" overflowWrap="anywhere">
                        {cell(row.original, row.index)}
                      </Box>
                    </Box>
                  ))}
                </Grid>
                {footers.map(({ id, cell }) => (
                  <Box key={id} borderTopWidth="1px" pt="3">
                    {cell(row.original, row.index)}
                  </Box>
                ))}
              </Stack>
            )}
          </KeptInView>
        );
      })}
    </Stack>
  );
}
