import { Table } from '@chakra-ui/react';
import type { RowData } from '@tanstack/react-table';
import { memo, type ReactNode, useMemo } from 'react';
import type { Column } from './columns.ts';
import { type RowProps, SelectAll, SelectRow, useRowLook, useRowProps } from './row-parts.tsx';
import { directionOf, SortButton } from './sort-button.tsx';
import { DENSE_ROW_PX, denseLooks, roomyLooks, shownFrom } from './table-looks.ts';
import type { ViewProps } from './table-props.ts';
import { useWindowed } from './use-windowed.ts';

/** The estimated height of a line. */
const ROW_PX = 60;

/** The list as a table. A dense one fits its container; another one scrolls horizontally on narrow screens. */
export function TableView<Row extends RowData>(view: ViewProps<Row>) {
  const { table, name, columns, query, dense = false } = view;
  const visibility = table.state.columnVisibility;
  const visible = useMemo(() => columns.filter(({ id }) => visibility[id] ?? true), [columns, visibility]);
  const looks = useMemo(
    () => (dense ? { ...denseLooks, ...shownFrom(visible) } : roomyLooks(visible.length)),
    [dense, visible],
  );
  return (
    <Frame name={name} dense={dense}>
      <Table.Root size="sm" css={looks} aria-busy={query.isPlaceholderData} opacity={query.isPlaceholderData ? 0.6 : 1}>
        <Table.Header>
          <HeaderLine view={view} columns={visible} />
        </Table.Header>
        <Body view={view} columns={visible} />
      </Table.Root>
    </Frame>
  );
}

/** The visible rows. It renders while scrolling, so it has no styled components. */
function Body<Row extends RowData>({ view, columns }: { view: ViewProps<Row>; columns: readonly Column<Row>[] }) {
  const { table, active, dense = false } = view;
  const { rows } = table.getRowModel();
  const { listRef, from, to, beforePx, afterPx, measure } = useWindowed<HTMLTableSectionElement>({
    count: rows.length,
    rowPx: dense ? DENSE_ROW_PX : ROW_PX,
    isExact: dense,
    active,
    indexOf: (id) => rows.findIndex((row) => row.id === id),
  });
  const rowProps = useRowProps(view, columns, measure);
  return (
    <tbody ref={listRef}>
      {beforePx > 0 && <Room px={beforePx} />}
      {rows.slice(from, to).map((row) => (
        <Line key={row.id} {...rowProps(row)} />
      ))}
      {afterPx > 0 && <Room px={afterPx} />}
    </tbody>
  );
}

/** A dense list scrolls with the page, so that its header can stay visible. */
function Frame({ name, dense, children }: { name: string; dense: boolean; children: ReactNode }) {
  const look = dense
    ? { overflow: 'visible', containerType: 'inline-size', borderTopWidth: '1px' }
    : { borderWidth: '1px', borderRadius: 'l2', tabIndex: 0 };
  return (
    <Table.ScrollArea {...look} role="region" aria-label={name}>
      {children}
    </Table.ScrollArea>
  );
}

/** The space of the rows out of sight. */
function Room({ px }: { px: number }) {
  return <tr aria-hidden style={{ height: px }} />;
}

interface HeaderLineProps<Row extends RowData> {
  view: ViewProps<Row>;
  columns: readonly Column<Row>[];
}

function HeaderLine<Row extends RowData>({ view: { table, selection, sort }, columns }: HeaderLineProps<Row>) {
  return (
    <tr>
      {selection && (
        <th scope="col" data-select>
          <SelectAll table={table} />
        </th>
      )}
      {columns.map(({ id, header, align, width, pinned, sorts }) => (
        <th
          key={id}
          scope="col"
          data-col={id}
          data-align={align}
          data-pinned={pinned}
          style={{ width }}
          aria-sort={sorts && sort ? directionOf(sorts, sort.value) : undefined}
        >
          {sorts && sort ? <SortButton header={header} sorts={sorts} sort={sort} /> : header}
        </th>
      ))}
    </tr>
  );
}

/** `memo` loses the type parameter. */
const Line = memo(function Line<Row extends RowData>(props: RowProps<Row>) {
  const { row, id, index, columns, selected, canSelect, acts } = props;
  return (
    <tr {...useRowLook<Row, HTMLTableRowElement>(props)}>
      {selected !== undefined && (
        <td data-select>
          <SelectRow {...{ id, index, selected, canSelect, acts }} />
        </td>
      )}
      <Cells row={row} index={columns.some(({ byIndex }) => byIndex) ? index : 0} columns={columns} />
    </tr>
  );
}) as <Row extends RowData>(props: RowProps<Row>) => ReactNode;

/** Cells render again only with their row, not with the active row or the selection. */
const Cells = memo(function Cells<Row extends RowData>({
  row,
  index,
  columns,
}: Pick<RowProps<Row>, 'row' | 'index' | 'columns'>) {
  return columns.map(({ id, cell, align, pinned, spills }) => (
    <td key={id} data-col={id} data-align={align} data-pinned={pinned} data-spills={spills}>
      {cell(row, index)}
    </td>
  ));
}) as <Row extends RowData>(props: Pick<RowProps<Row>, 'row' | 'index' | 'columns'>) => ReactNode;
