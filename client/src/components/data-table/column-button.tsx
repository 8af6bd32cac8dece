import { useStore } from '@nanostores/react';
import type { RowData, useTable } from '@tanstack/react-table';
import { LuColumns3 } from 'react-icons/lu';
import { commonTexts } from '../../i18n/en/common.ts';
import { lazyWithPreload } from '../../lib/lazy-with-preload.tsx';
import { DeferredMenu } from '../deferred-menu.tsx';
import type { Features } from './table-props.ts';

const { Part: ColumnMenu, preload } = lazyWithPreload(() => import('./column-menu.tsx'));

/** Opens the menu that switches columns on and off. */
export function ColumnButton<Row extends RowData>({ table }: { table: ReturnType<typeof useTable<Features, Row>> }) {
  const t = useStore(commonTexts);
  const look = {
    variant: 'outline',
    size: 'sm',
    children: (
      <>
        <LuColumns3 /> {t.columns}
      </>
    ),
  } as const;
  const columns = table
    .getAllLeafColumns()
    .filter((column) => column.getCanHide())
    .map((column) => ({
      id: column.id,
      label: String(column.columnDef.header),
      visible: column.getIsVisible(),
      toggle: (visible: boolean) => column.toggleVisibility(visible),
    }));
  return <DeferredMenu {...look} preload={preload} menu={<ColumnMenu trigger={look} columns={columns} />} />;
}
