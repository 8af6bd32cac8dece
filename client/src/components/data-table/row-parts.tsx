import { useStore } from '@nanostores/react';
import type { RowData } from '@tanstack/react-table';
import type { ReadableAtom } from 'nanostores';
import {
  type MouseEvent,
  memo,
  type RefCallback,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useSyncExternalStore,
} from 'react';
import { commonTexts } from '../../i18n/en/common.ts';
import type { Column } from './columns.ts';
import { SelectBox } from './select-box.tsx';
import type { AppRow, ViewProps } from './table-props.ts';

/** A row's callbacks into its list. The object never changes, so that no row renders again because of it. */
export interface RowActs<Row> {
  open: (row: Row) => void;
  select: (id: string, on: boolean) => void;
}

/** A row renders again only when one of its props changes, so each is a plain value or stays the same object. */
export interface RowProps<Row extends RowData> {
  row: Row;
  id: string;
  index: number;
  columns: readonly Column<Row>[];
  tone: 'error' | undefined;
  isPending: boolean;
  isOpenable: boolean;
  /** Undefined if rows are not selectable. */
  selected: boolean | undefined;
  canSelect: boolean;
  acts: RowActs<Row>;
  Note: ViewProps<Row>['Note'];
  active: ReadableAtom<string | undefined> | undefined;
  /** Receives the row's element, if visible rows are measured. */
  measure: ((element: HTMLElement | null) => void) | undefined;
}

/** @returns the props of each row of a view */
export function useRowProps<Row extends RowData>(
  view: ViewProps<Row>,
  columns: readonly Column<Row>[],
  measure: RowProps<Row>['measure'],
) {
  const { rowTone, pendingIds, onRowClick, selection, active, Note } = view;
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
    Note,
    active,
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

const stopNothing = () => undefined;

/** The attributes of a row, as a line and as a card: its tone, whether it is pending or active, and the click that opens it. */
export function useRowLook<Row extends RowData, Element extends HTMLElement>(props: RowProps<Row>) {
  const { row, id, index, tone, isPending, isOpenable, acts, active, measure } = props;
  const listen = useCallback((listener: () => void) => active?.listen(listener) ?? stopNothing, [active]);
  const isActive = useSyncExternalStore(listen, () => active?.get() === id);
  const ref = useKeptInView<Element>(isActive, measure);
  return {
    ref,
    'data-index': index,
    // Scroll restoration finds the row by this attribute.
    'data-row': id,
    'data-tone': tone,
    'data-pending': isPending || undefined,
    'aria-busy': isPending,
    'aria-current': isActive || undefined,
    ...(isOpenable && { 'data-opens': true, ...rowClick(row, acts.open) }),
  };
}

/** Scrolls a row into view when it becomes active. */
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

const CONTROLS = 'a, button, input, label, select, textarea, [role=menuitem]';

/** Opens a row on a click outside its controls that selects no text. */
function rowClick<Row>(row: Row, open: ((row: Row) => void) | undefined) {
  if (!open) return {};
  const onClick = ({ target, currentTarget }: MouseEvent) => {
    const isInRow = target instanceof Element && currentTarget.contains(target);
    if (!isInRow || target.closest(CONTROLS) || window.getSelection()?.toString()) return;
    open(row);
  };
  return { cursor: 'pointer', onClick };
}
