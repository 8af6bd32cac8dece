import { Link } from '@chakra-ui/react';
import type { RowData } from '@tanstack/react-table';
import { AppLink } from '../../../components/app-link.tsx';
import type { Column } from '../../../components/data-table/columns.ts';
import { DataTable } from '../../../components/data-table/data-table.tsx';
import type { DataTableProps, PagedQuery } from '../../../components/data-table/table-props.ts';
import { useRows } from '../../../lib/paged-list.ts';
import { usePagesInUrl } from '../../../lib/pages-in-url.ts';

type Query<Row> = PagedQuery &
  Parameters<typeof usePagesInUrl>[0] & { data: { pages: readonly { items: readonly Row[] }[] } | undefined };

interface UserListProps<Row extends RowData>
  extends Pick<DataTableProps<Row>, 'name' | 'columns' | 'rowTone' | 'toolbar'> {
  query: Query<Row>;
}

/** One of the lists of what a user has, the newest first. */
export function UserList<Row extends { id: number }>({ query, name, ...table }: UserListProps<Row>) {
  usePagesInUrl(query);
  return (
    <DataTable
      {...table}
      name={name}
      dense
      query={query}
      rows={useRows(query)}
      rowId={({ id }) => String(id)}
      emptyText={`No ${name.toLowerCase()} yet`}
    />
  );
}

/** A row's number, which leads to where it is decided. */
export function linkedNumber<Row extends { id: number }>(pathOf: (id: number) => string): Column<Row> {
  return {
    id: 'id',
    header: '#',
    width: '5rem',
    cell: ({ id }) => (
      <Link asChild variant="underline">
        <AppLink to={pathOf(id)}>#{id}</AppLink>
      </Link>
    ),
    card: 'title',
    canHide: false,
  };
}

/** What came to nothing stands back. */
export function toneOfRejected({ status }: { status: string }) {
  return status === 'rejected' ? ('error' as const) : undefined;
}
