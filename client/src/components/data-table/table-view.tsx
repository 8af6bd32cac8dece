import { Table, VisuallyHidden } from '@chakra-ui/react';
import type { RowData } from '@tanstack/react-table';
import { memo, type ReactNode, useLayoutEffect, useMemo, useRef } from 'react';
import { useIsWide } from '../../lib/media.ts';
import type { Column } from './columns.ts';
import { type RowProps, SelectAll, SelectRow, useRowLook, useRowProps } from './row-parts.tsx';
import { directionOf, SortButton } from './sort-button.tsx';
import { DENSE_FROM_PX, denseLooks, denseRowPx, roomyLooks, shownFrom } from './table-looks.ts';
import type { ViewProps } from './table-props.ts';
import { useWindowed } from './use-windowed.ts';

/** The widest digit of the dense tables' text with its spacing, and the space around a cell's text. */
const DIGIT_REM = 0.54;
const AROUND_REM = 1;

/** The width of each column with figures: its own, or more if a row's figure is longer. */
function widthsOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): Partial<Record<string, string>> {
  const widths: Partial<Record<string, string>> = {};
  for (const { id, figure, width = '0rem' } of columns) {
    if (!figure) continue;
    const longest = rows.reduce((most, row) => Math.max(most, figure(row).length), 0);
    widths[id] = `max(${width}, ${Math.ceil((longest * DIGIT_REM + AROUND_REM) * 16) / 16}rem)`;
  }
  return widths;
}

/** The estimated height of a line. */
const ROW_PX = 60;

/** The list as a table. A dense one fits its container; another one scrolls horizontally on narrow screens. */
export function TableView<Row extends RowData>(view: ViewProps<Row>) {
  const { table, name, columns, query, dense = false, twoLines = false } = view;
  const visibility = table.state.columnVisibility;
  const hasRoom = useIsWide(DENSE_FROM_PX);
  const linesPerRow = dense && (twoLines || !hasRoom) && columns.some(({ below }) => below) ? 2 : 1;
  const visible = useMemo(
    () => columns.filter(({ id, stacked = false }) => (visibility[id] ?? true) && !(stacked && linesPerRow > 1)),
    [columns, visibility, linesPerRow],
  );
  const rowPx = denseRowPx(hasRoom, linesPerRow);
  const looks = useMemo(
    () =>
      dense
        ? {
            ...denseLooks(rowPx),
            ...shownFrom(linesPerRow > 1 ? visible.filter(({ stackedWidth }) => !stackedWidth) : visible),
          }
        : roomyLooks(visible.length),
    [dense, rowPx, linesPerRow, visible],
  );
  return (
    <Frame name={name} dense={dense}>
      <Table.Root size="sm" css={looks} aria-busy={query.isPlaceholderData} opacity={query.isPlaceholderData ? 0.6 : 1}>
        <Table.Header>
          <HeaderLine view={view} columns={visible} linesPerRow={linesPerRow} />
        </Table.Header>
        <Body view={view} columns={visible} rowPx={rowPx} linesPerRow={linesPerRow} />
      </Table.Root>
    </Frame>
  );
}

interface BodyProps<Row extends RowData> {
  view: ViewProps<Row>;
  columns: readonly Column<Row>[];
  /** The height of a dense row. */
  rowPx: number;
  linesPerRow: number;
}

/** The visible rows. It renders while scrolling, so it has no styled components. */
function Body<Row extends RowData>({ view, columns, rowPx, linesPerRow }: BodyProps<Row>) {
  const { table, active, dense = false } = view;
  const { rows } = table.getRowModel();
  const { listRef, from, to, beforePx, afterPx, measure } = useWindowed<HTMLTableSectionElement>({
    count: rows.length,
    rowPx: dense ? rowPx : ROW_PX,
    isExact: dense,
    active,
    indexOf: (id) => rows.findIndex((row) => row.id === id),
  });
  const rowProps = useRowProps(view, columns, measure);
  return (
    <tbody ref={listRef}>
      {beforePx > 0 && <Room px={beforePx} />}
      {rows.slice(from, to).map((row) => (
        <Line key={row.id} {...rowProps(row)} hasSecond={linesPerRow > 1} />
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
  linesPerRow: number;
}

function HeaderLine<Row extends RowData>({ view, columns, linesPerRow }: HeaderLineProps<Row>) {
  const { table, selection, sort, rows, dense = false } = view;
  const widths = useMemo(() => (dense ? widthsOf(columns, rows) : {}), [dense, columns, rows]);
  return (
    <tr>
      {selection && (
        <th scope="col" data-select>
          <SelectAll table={table} />
        </th>
      )}
      {columns.map(({ id, header, align, width, stackedWidth, pinned, sorts, isIcon }) => (
        <th
          key={id}
          scope="col"
          data-col={id}
          data-align={align}
          data-pinned={pinned}
          style={{ width: (linesPerRow > 1 ? stackedWidth : undefined) ?? widths[id] ?? width }}
          aria-sort={sorts && sort ? directionOf(sorts, sort.value) : undefined}
        >
          {sorts && sort ? (
            <SortButton header={header} sorts={sorts} sort={sort} />
          ) : isIcon ? (
            <VisuallyHidden>{header}</VisuallyHidden>
          ) : (
            header
          )}
        </th>
      ))}
    </tr>
  );
}

/** `memo` loses the type parameter. */
const Line = memo(function Line<Row extends RowData>(props: RowProps<Row> & { hasSecond: boolean }) {
  const { row, id, index, columns, selected, canSelect, acts, Note, hasSecond } = props;
  const line = (
    <tr {...useRowLook<Row, HTMLTableRowElement>(props)}>
      {selected !== undefined && (
        <td data-select>
          <SelectRow {...{ id, index, selected, canSelect, acts }} />
        </td>
      )}
      <Cells
        row={row}
        index={columns.some(({ byIndex }) => byIndex) ? index : 0}
        columns={columns}
        hasSecond={hasSecond}
      />
    </tr>
  );
  if (!Note) return line;
  return (
    <>
      {line}
      <Note id={id}>
        {(note) => (
          <NoteLine id={id} span={columns.length + (selected === undefined ? 0 : 1)}>
            {note}
          </NoteLine>
        )}
      </Note>
    </>
  );
}) as <Row extends RowData>(props: RowProps<Row> & { hasSecond: boolean }) => ReactNode;

/** A note below a row. It scrolls the page by its own height if it would move the row under the pointer. */
function NoteLine({ id, span, children }: { id: string; span: number; children: ReactNode }) {
  const ref = useRef<HTMLTableRowElement>(null);
  useLayoutEffect(() => {
    const line = ref.current;
    if (!line) return undefined;
    const keepUnderPointer = (byPx: number) => {
      const hovered = [...document.querySelectorAll('tr[data-row]:hover')].at(-1);
      const isBelow = hovered && line.compareDocumentPosition(hovered) & Node.DOCUMENT_POSITION_FOLLOWING;
      if (isBelow) window.scrollBy({ top: byPx, behavior: 'instant' });
    };
    const heightPx = line.offsetHeight;
    keepUnderPointer(heightPx);
    return () => keepUnderPointer(-heightPx);
  }, []);
  return (
    <tr ref={ref} data-note={id}>
      <td colSpan={span}>{children}</td>
    </tr>
  );
}

type CellsProps<Row extends RowData> = Pick<RowProps<Row>, 'row' | 'index' | 'columns'> & { hasSecond: boolean };

/** Cells render again only with their row, not with the active row or the selection. */
const Cells = memo(function Cells<Row extends RowData>({ row, index, columns, hasSecond }: CellsProps<Row>) {
  return columns.map(({ id, cell, align, pinned, spills, below }) => (
    <td key={id} data-col={id} data-align={align} data-pinned={pinned} data-spills={spills}>
      {cell(row, index)}
      {hasSecond && below && <div data-below>{below(row)}</div>}
    </td>
  ));
}) as <Row extends RowData>(props: CellsProps<Row>) => ReactNode;
