import { useStore } from '@nanostores/react';
import type { RowData } from '@tanstack/react-table';
import { memo, type RefCallback, useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { commonTexts } from '../../i18n/en/common.ts';
import type { Column } from './columns.ts';
import { rowClick } from './row-click.ts';
import { type RowMark, useIsMarked } from './row-mark.ts';
import { SelectBox } from './select-box.tsx';
import type { AppRow, ViewProps } from './table-props.ts';

/** What a row can do to its list; the same object as long as the list is there, so that no row is drawn again for it. */
export interface RowActs<Row> {
  open: (row: Row) => void;
  select: (id: string, on: boolean) => void;
}

/**
 * A row's own share of the list. It is drawn again only when one of these changes, so each is plain or stays the same object:
 * a thousand rows cost what the one that changed costs.
 */
export interface RowProps<Row extends RowData> {
  row: Row;
  id: string;
  index: number;
  columns: readonly Column<Row>[];
  tone: 'error' | undefined;
  isPending: boolean;
  isOpenable: boolean;
  /** Undefined where rows are not selectable at all. */
  selected: boolean | undefined;
  canSelect: boolean;
  acts: RowActs<Row>;
  mark: RowMark | undefined;
  /** Told of the row's element, where rows in sight are measured. */
  measure: ((element: HTMLElement | null) => void) | undefined;
}

/** @returns what a view gives each of its rows */
export function useRowProps<Row extends RowData>(
  view: ViewProps<Row>,
  columns: readonly Column<Row>[],
  measure: RowProps<Row>['measure'],
) {
  const { rowTone, pendingIds, onRowClick, selection, mark } = view;
  const acts = useRowActs(view);
  return ({ original, id, index }: AppRow<Row>): RowProps<Row> => ({
    row: original,
    id,
    index,
    columns,
    tone: rowTone?.(original),
    isPending: pendingIds?.has(id) ?? false,
    isOpenable: onRowClick !== undefined,
    selected: selection && selection.selected[id] === true,
    canSelect: selection?.canSelect?.(original) ?? true,
    acts,
    mark,
    measure,
  });
}

function useRowActs<Row extends RowData>(view: ViewProps<Row>): RowActs<Row> {
  const latest = useRef(view);
  useLayoutEffect(() => {
    latest.current = view;
  });
  return useMemo(
    () => ({
      open: (row) => latest.current.onRowClick?.(row),
      select: (id, on) => latest.current.table.getRow(id).toggleSelected(on),
    }),
    [],
  );
}

/**
 * What a row looks like and answers to, as a line and as a card: its tone, that it waits for the server, the mark that keys
 * move, and the click that opens it.
 */
export function useRowLook<Row extends RowData, Element extends HTMLElement>(props: RowProps<Row>) {
  const { row, id, index, tone, isPending, isOpenable, acts, mark, measure } = props;
  const isActive = useIsMarked(mark, id);
  const ref = useKeptInView<Element>(isActive, measure);
  return {
    ref,
    'data-index': index,
    // By which the way back finds it.
    'data-row': id,
    'data-tone': tone,
    'data-pending': isPending || undefined,
    'aria-busy': isPending,
    'aria-current': isActive || undefined,
    ...(isOpenable && { 'data-opens': true, ...rowClick(row, acts.open) }),
  };
}

/** Scrolls the marked row into view when the mark moves to it. */
function useKeptInView<Element extends HTMLElement>(
  isActive: boolean,
  measure: RowProps<RowData>['measure'],
): RefCallback<Element> {
  const ref = useRef<Element>(null);
  useEffect(() => {
    if (isActive) ref.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  return useCallback(
    (element) => {
      ref.current = element;
      measure?.(element);
    },
    [measure],
  );
}

interface SelectRowProps {
  id: string;
  index: number;
  selected: boolean;
  canSelect: boolean;
  acts: Pick<RowActs<never>, 'select'>;
}

/** Selects one row. */
export const SelectRow = memo(function SelectRow({ id, index, selected, canSelect, acts }: SelectRowProps) {
  const t = useStore(commonTexts);
  return (
    <SelectBox
      label={t.selectRow({ number: index + 1 })}
      checked={selected}
      disabled={!canSelect}
      onChange={(on) => acts.select(id, on)}
    />
  );
});

/** Selects all rows that can be selected. */
export function SelectAll<Row extends RowData>({ table }: Pick<ViewProps<Row>, 'table'>) {
  const t = useStore(commonTexts);
  const some = table.getIsSomeRowsSelected() ? 'indeterminate' : false;
  return (
    <SelectBox
      label={t.selectAllRows}
      checked={table.getIsAllRowsSelected() || some}
      onChange={(on) => table.toggleAllRowsSelected(on)}
    />
  );
}
