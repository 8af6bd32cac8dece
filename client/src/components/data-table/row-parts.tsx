import { Checkbox } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import type { RowData } from '@tanstack/react-table';
import { type RefCallback, useCallback, useEffect, useRef } from 'react';
import { commonTexts } from '../../i18n/en/common.ts';
import { rowClick } from './row-click.ts';
import type { AppRow, ViewProps } from './table-props.ts';

/** A row of the view it stands in. */
export interface RowProps<Row extends RowData> {
  row: AppRow<Row>;
  view: ViewProps<Row>;
  /** Told of the row's element, where only rows in sight are on the page. */
  measure?: ((element: HTMLElement | null) => void) | undefined;
}

/**
 * What a row looks like and answers to, as a line and as a card: its tone, that it waits for the server, the mark that keys
 * move, and the click that opens it.
 */
export function useRow<Row extends RowData, Element extends HTMLElement>({ row, view, measure }: RowProps<Row>) {
  const { rowTone, pendingIds, activeId, onRowClick } = view;
  const isPending = pendingIds?.has(row.id) ?? false;
  const isActive = row.id === activeId;
  const isError = rowTone?.(row.original) === 'error';
  const look = {
    ref: useKeptInView<Element>(isActive, measure),
    'data-index': row.index,
    bg: isError ? 'bg.error' : 'bg',
    opacity: isPending ? 0.6 : 1,
    'aria-busy': isPending,
    'aria-current': isActive || undefined,
    ...rowClick(row.original, onRowClick),
  };
  return { isActive, isError, look };
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

/** Selects one row. */
export function SelectRow<Row extends RowData>({ row }: { row: AppRow<Row> }) {
  const t = useStore(commonTexts);
  return (
    <SelectBox
      label={t.selectRow({ number: row.index + 1 })}
      checked={row.getIsSelected()}
      disabled={!row.getCanSelect()}
      onChange={(on) => row.toggleSelected(on)}
    />
  );
}

interface SelectBoxProps {
  label: string;
  checked: boolean | 'indeterminate';
  disabled?: boolean;
  onChange: (on: boolean) => void;
}

export function SelectBox({ label, checked, disabled = false, onChange }: SelectBoxProps) {
  return (
    <Checkbox.Root
      size="sm"
      display="flex"
      alignSelf="start"
      minH="6"
      checked={checked}
      disabled={disabled}
      onCheckedChange={(details) => onChange(details.checked === true)}
    >
      <Checkbox.HiddenInput aria-label={label} />
      <Checkbox.Control />
    </Checkbox.Root>
  );
}
