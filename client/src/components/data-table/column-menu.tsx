import { Button, Menu } from '@chakra-ui/react';
import type { RowData, useTable } from '@tanstack/react-table';
import { LuColumns3 } from 'react-icons/lu';
import type { Features } from './data-table.tsx';

/** Switches columns on and off. */
export function ColumnMenu<Row extends RowData>({ table }: { table: ReturnType<typeof useTable<Features, Row>> }) {
  const columns = table.getAllLeafColumns().filter((column) => column.getCanHide());
  return (
    <Menu.Root closeOnSelect={false} lazyMount unmountOnExit positioning={{ placement: 'bottom-end' }}>
      <Menu.Trigger asChild>
        <Button variant="outline" size="sm">
          <LuColumns3 /> Columns
        </Button>
      </Menu.Trigger>
      <Menu.Positioner>
        <Menu.Content>
          {columns.map((column) => (
            <Menu.CheckboxItem
              key={column.id}
              value={column.id}
              checked={column.getIsVisible()}
              onCheckedChange={(on) => column.toggleVisibility(on)}
            >
              {String(column.columnDef.header)}
              <Menu.ItemIndicator />
            </Menu.CheckboxItem>
          ))}
        </Menu.Content>
      </Menu.Positioner>
    </Menu.Root>
  );
}
