import { Checkbox, Table } from '@chakra-ui/react';
import type { RowData } from '@tanstack/react-table';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import type { Column } from './columns.ts';
import { rowClick } from './row-click.ts';
import type { ViewProps } from './table-props.ts';

/** The list as a table; it scrolls sideways by itself when a screen is too narrow for its columns. */
export function TableView<Row extends RowData>({
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
  const visible = visibleColumns(columns, (id) => table.getColumn(id)?.getIsVisible() ?? true);
  return (
    <Table.ScrollArea borderWidth="1px" borderRadius="l2" tabIndex={0} role="region" aria-label={name}>
      <Table.Root size="sm" aria-busy={query.isPlaceholderData} opacity={query.isPlaceholderData ? 0.6 : 1}>
        <Table.Header>
          <Table.Row bg="bg.subtle">
            {selection && (
              <Table.ColumnHeader w="10" {...denseCell}>
                <SelectBox
                  label="Select all rows"
                  checked={
                    table.getIsAllRowsSelected() ? true : table.getIsSomeRowsSelected() ? 'indeterminate' : false
                  }
                  onChange={(on) => table.toggleAllRowsSelected(on)}
                />
              </Table.ColumnHeader>
            )}
            {visible.map(({ id, header, align, width, pinned }) => (
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
        </Table.Header>
        <Table.Body>
          {table.getRowModel().rows.map((row) => {
            const isPending = pendingIds?.has(row.id) ?? false;
            const isActive = row.id === activeId;
            return (
              <KeptInView<HTMLTableRowElement> key={row.id} active={isActive}>
                {(ref) => (
                  <Table.Row
                    ref={ref}
                    bg={rowTone?.(row.original) === 'error' ? 'bg.error' : 'bg'}
                    _hover={{ bg: rowTone?.(row.original) === 'error' ? 'bg.error' : 'bg.subtle' }}
                    {...rowClick(row.original, onRowClick)}
                    aria-busy={isPending}
                    opacity={isPending ? 0.6 : 1}
                    aria-current={isActive || undefined}
                    css={isActive ? activeRow : undefined}
                  >
                    {selection && (
                      <Table.Cell {...denseCell}>
                        <SelectBox
                          label={`Select row ${row.index + 1}`}
                          checked={row.getIsSelected()}
                          disabled={!row.getCanSelect()}
                          onChange={(on) => row.toggleSelected(on)}
                        />
                      </Table.Cell>
                    )}
                    {visible.map(({ id, cell, align, pinned }) => (
                      <Table.Cell key={id} textAlign={align} py="2.5" {...denseCell} {...(pinned && pinnedCell)}>
                        {cell(row.original, row.index)}
                      </Table.Cell>
                    ))}
                  </Table.Row>
                )}
              </KeptInView>
            );
          })}
        </Table.Body>
      </Table.Root>
    </Table.ScrollArea>
  );
}

/** A frame drawn by the cells: an outline of the row would be covered by the pinned one. */
const activeRow = {
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

/** The columns that the reader has not switched off. */
function visibleColumns<Row>(columns: readonly Column<Row>[], isVisible: (id: string) => boolean) {
  return columns.filter(({ id }) => isVisible(id));
}

interface SelectBoxProps {
  label: string;
  checked: boolean | 'indeterminate';
  disabled?: boolean;
  onChange: (on: boolean) => void;
}

export function SelectBox({ label, checked, disabled, onChange }: SelectBoxProps) {
  return (
    <Checkbox.Root
      size="sm"
      display="flex"
      alignSelf="start"
      minH="6"
      checked={checked}
      {...(disabled ? { disabled } : {})}
      onCheckedChange={(details) => onChange(details.checked === true)}
    >
      <Checkbox.HiddenInput aria-label={label} />
      <Checkbox.Control />
    </Checkbox.Root>
  );
}

/** Scrolls the marked row into view when the mark moves to it. */
export function KeptInView<Element extends HTMLElement>({
  active,
  children,
}: {
  active: boolean;
  children: (ref: RefObject<Element | null>) => ReactNode;
}) {
  const ref = useRef<Element>(null);
  useEffect(() => {
    if (active) ref.current?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return children(ref);
}
