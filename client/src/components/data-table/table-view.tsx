import { Table } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import type { RowData } from '@tanstack/react-table';
import { commonTexts } from '../../i18n/en/common.ts';
import type { Column } from './columns.ts';
import { type RowProps, SelectBox, SelectRow, useRow } from './row-parts.tsx';
import type { ViewProps } from './table-props.ts';
import { useWindowed } from './use-windowed.ts';

/** About how high a line is. */
const ROW_PX = 60;

/** The list as a table; it scrolls sideways by itself when a screen is too narrow for its columns. */
export function TableView<Row extends RowData>(view: ViewProps<Row>) {
  const { table, name, columns, query } = view;
  const { rows } = table.getRowModel();
  const activeIndex = rows.findIndex(({ id }) => id === view.activeId);
  const { listRef, from, to, beforePx, afterPx, measure } = useWindowed<HTMLTableSectionElement>({
    count: rows.length,
    rowPx: ROW_PX,
    activeIndex,
  });
  const visible = columns.filter(({ id }) => table.getColumn(id)?.getIsVisible() ?? true);
  return (
    <Table.ScrollArea borderWidth="1px" borderRadius="l2" tabIndex={0} role="region" aria-label={name}>
      <Table.Root size="sm" aria-busy={query.isPlaceholderData} opacity={query.isPlaceholderData ? 0.6 : 1}>
        <Table.Header>
          <HeaderLine view={view} columns={visible} />
        </Table.Header>
        <Table.Body ref={listRef}>
          {beforePx > 0 && <Room px={beforePx} />}
          {rows.slice(from, to).map((row) => (
            <Line key={row.id} row={row} view={view} columns={visible} measure={measure} />
          ))}
          {afterPx > 0 && <Room px={afterPx} />}
        </Table.Body>
      </Table.Root>
    </Table.ScrollArea>
  );
}

/** Where rows out of sight would be. */
function Room({ px }: { px: number }) {
  return <tr aria-hidden style={{ height: px }} />;
}

interface HeaderLineProps<Row extends RowData> {
  view: ViewProps<Row>;
  columns: readonly Column<Row>[];
}

function HeaderLine<Row extends RowData>({ view: { table, selection }, columns }: HeaderLineProps<Row>) {
  const t = useStore(commonTexts);
  const room = roomFor(columns);
  const some = table.getIsSomeRowsSelected() ? 'indeterminate' : false;
  return (
    <Table.Row bg="bg.subtle">
      {selection && (
        <Table.ColumnHeader w="10" {...denseCell}>
          <SelectBox
            label={t.selectAllRows}
            checked={table.getIsAllRowsSelected() || some}
            onChange={(on) => table.toggleAllRowsSelected(on)}
          />
        </Table.ColumnHeader>
      )}
      {columns.map(({ id, header, align, width, pinned }) => (
        <Table.ColumnHeader
          key={id}
          textAlign={align}
          textStyle={denseText}
          w={width}
          whiteSpace="nowrap"
          {...room}
          {...(align === 'end' && room === roomyCell && clearOfNext)}
          {...(pinned && pinnedCell)}
        >
          {header}
        </Table.ColumnHeader>
      ))}
    </Table.Row>
  );
}

interface LineProps<Row extends RowData> extends RowProps<Row> {
  columns: readonly Column<Row>[];
}

function Line<Row extends RowData>({ row, view, columns, measure }: LineProps<Row>) {
  const { isActive, isError, look } = useRow<Row, HTMLTableRowElement>({ row, view, measure });
  const room = roomFor(columns);
  return (
    <Table.Row {...look} _hover={{ bg: isError ? 'bg.error' : 'bg.subtle' }} css={isActive ? activeLine : undefined}>
      {view.selection && (
        <Table.Cell {...denseCell}>
          <SelectRow row={row} />
        </Table.Cell>
      )}
      {columns.map(({ id, cell, align, pinned }) => (
        <Table.Cell
          key={id}
          textAlign={align}
          py="2.5"
          {...room}
          {...(align === 'end' && room === roomyCell && clearOfNext)}
          {...(pinned && pinnedCell)}
        >
          {cell(row.original, row.index)}
        </Table.Cell>
      ))}
    </Table.Row>
  );
}

/** A frame drawn by the cells: an outline of the row would be covered by the pinned one. */
const activeLine = {
  '& > td': { boxShadow: 'inset 0 2px 0 0 var(--frame), inset 0 -2px 0 0 var(--frame)' },
  '& > td:first-of-type': {
    boxShadow: 'inset 0 2px 0 0 var(--frame), inset 0 -2px 0 0 var(--frame), inset 3px 0 0 0 var(--frame)',
  },
  '--frame': 'colors.gray.focusRing',
};

/** On a laptop (1366 px) the admins' ten columns fit only when they stand close; wider screens have room. */
const denseCell = { px: { base: '1.5', '2xl': '2' }, _first: { ps: '2' }, _last: { pe: '2' } } as const;
/** A list of few columns has room, and its numbers keep clear of what stands after them. */
const roomyCell = { px: '3', _first: { ps: '4' }, _last: { pe: '4' } } as const;
const clearOfNext = { pe: { base: '6', xl: '10' }, _last: { pe: '4' } } as const;
const MOST_ROOMY_COLUMNS = 7;

function roomFor(columns: readonly unknown[]) {
  return columns.length > MOST_ROOMY_COLUMNS ? denseCell : roomyCell;
}

const denseText = { base: 'xs', '2xl': 'sm' } as const;

const PINNED_EDGE = '-1px 0 0 0 var(--c-colors-border)';
/** Takes the row's own ground, so that nothing shines through from below. */
const pinnedCell = { position: 'sticky', insetEnd: '0', bg: 'inherit', zIndex: '1', boxShadow: PINNED_EDGE } as const;
