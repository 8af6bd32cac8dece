import { Table } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import type { RowData } from '@tanstack/react-table';
import { commonTexts } from '../../i18n/en/common.ts';
import type { Column } from './columns.ts';
import { type RowProps, SelectBox, SelectRow, useRow } from './row-parts.tsx';
import type { ViewProps } from './table-props.ts';

/** The list as a table; it scrolls sideways by itself when a screen is too narrow for its columns. */
export function TableView<Row extends RowData>(view: ViewProps<Row>) {
  const { table, name, columns, query } = view;
  const visible = columns.filter(({ id }) => table.getColumn(id)?.getIsVisible() ?? true);
  return (
    <Table.ScrollArea borderWidth="1px" borderRadius="l2" tabIndex={0} role="region" aria-label={name}>
      <Table.Root size="sm" aria-busy={query.isPlaceholderData} opacity={query.isPlaceholderData ? 0.6 : 1}>
        <Table.Header>
          <HeaderLine view={view} columns={visible} />
        </Table.Header>
        <Table.Body>
          {table.getRowModel().rows.map((row) => (
            <Line key={row.id} row={row} view={view} columns={visible} />
          ))}
        </Table.Body>
      </Table.Root>
    </Table.ScrollArea>
  );
}

interface HeaderLineProps<Row extends RowData> {
  view: ViewProps<Row>;
  columns: readonly Column<Row>[];
}

function HeaderLine<Row extends RowData>({ view: { table, selection }, columns }: HeaderLineProps<Row>) {
  const t = useStore(commonTexts);
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
          {...denseCell}
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

function Line<Row extends RowData>({ row, view, columns }: LineProps<Row>) {
  const { isActive, isError, look } = useRow<Row, HTMLTableRowElement>({ row, view });
  return (
    <Table.Row {...look} _hover={{ bg: isError ? 'bg.error' : 'bg.subtle' }} css={isActive ? activeLine : undefined}>
      {view.selection && (
        <Table.Cell {...denseCell}>
          <SelectRow row={row} />
        </Table.Cell>
      )}
      {columns.map(({ id, cell, align, pinned }) => (
        <Table.Cell key={id} textAlign={align} py="2.5" {...denseCell} {...(pinned && pinnedCell)}>
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
const denseText = { base: 'xs', '2xl': 'sm' } as const;

const PINNED_EDGE = '-1px 0 0 0 var(--c-colors-border)';
/** Takes the row's own ground, so that nothing shines through from below. */
const pinnedCell = { position: 'sticky', insetEnd: '0', bg: 'inherit', zIndex: '1', boxShadow: PINNED_EDGE } as const;
