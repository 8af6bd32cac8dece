import type { RowSelectionState } from '@tanstack/react-table';
import { act, cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { atom } from 'nanostores';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { stubBrowser } from '../../testing/browser-stubs.ts';
import { chooseFromMenu } from '../../testing/choose-from-menu.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { type Column, indexColumn } from './columns.ts';
import { DataTable } from './data-table.tsx';
import type { DataTableProps } from './table-props.ts';

interface Fruit {
  id: number;
  name: string;
  price: string;
}

const columns: Column<Fruit>[] = [
  indexColumn(),
  { id: 'name', header: 'Name', cell: ({ name }) => name, card: 'title', canHide: false },
  { id: 'price', header: 'Price', cell: ({ price }) => price, align: 'end' },
];
const titled: Column<Fruit>[] = [
  { id: 'id', header: '#', cell: ({ id }) => id, card: 'title' },
  { id: 'name', header: 'Name', cell: ({ name }) => name, card: 'title' },
  { id: 'price', header: 'Price', cell: ({ price }) => price, card: 'aside' },
];
const fruits: Fruit[] = [
  { id: 11, name: 'Mango', price: '$1.00' },
  { id: 12, name: 'Jackfruit', price: '$2.00' },
];

const nothing = () => undefined;
let isWide = true;
beforeEach(() => {
  isWide = true;
  localStorage.clear();
  stubBrowser(() => isWide);
});

test('wide screens get a table with a header for each column', () => {
  show();
  const table = within(screen.getByRole('table'));
  expect(table.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual(['#', 'Name', 'Price']);
  expect(table.getAllByRole('cell').map((cell) => cell.textContent)).toEqual([
    '1',
    'Mango',
    '$1.00',
    '2',
    'Jackfruit',
    '$2.00',
  ]);
});

test('narrow screens get the same rows as cards with labelled lines', () => {
  isWide = false;
  show();
  const [first] = screen.getAllByRole('listitem');
  expect(first?.textContent).toBe('MangoPrice$1.00');
  expect(screen.queryByRole('table')).toBeNull();
});

test('no rows, a failure and a next page each have a message', async () => {
  show({ rows: [] });
  expect(screen.getByText('No fruit found')).toBeDefined();
  cleanup();

  const refetch = vi.fn<() => void>();
  show({ rows: [], query: { ...loaded, data: undefined, isError: true, error: new Error('inside'), refetch } });
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(refetch).toHaveBeenCalledOnce();
  cleanup();

  const fetchNextPage = vi.fn<() => void>();
  show({ query: { ...loaded, hasNextPage: true, fetchNextPage } });
  await userEvent.click(screen.getByRole('button', { name: 'Load more' }));
  expect(fetchNextPage).toHaveBeenCalledOnce();
});

test('a hidden column stays hidden, and a required one is not in the menu', async () => {
  show();
  await userEvent.click(screen.getByRole('button', { name: 'Columns' }));
  const offered = await screen.findAllByRole('menuitemcheckbox');
  expect(offered.map((item) => item.textContent)).toEqual(['#', 'Price']);
  await chooseFromMenu('Price', 'menuitemcheckbox');
  expect(screen.queryByText('$1.00')).toBeNull();
  cleanup();

  show();
  expect(screen.queryByText('$1.00')).toBeNull();
});

test('a second title of a card is below the number and the status', () => {
  isWide = false;
  show({ columns: titled });
  const [first] = screen.getAllByRole('listitem');
  expect(first?.textContent).toBe('11$1.00Mango');
});

test('a failure to load more is displayed until the next try, also after a refetch of the list', async () => {
  const fetchNextPage = vi.fn<() => void>();
  const query = { ...loaded, hasNextPage: true, fetchNextPage };
  const { update } = show({ query });
  expect(screen.queryByText('Could not load more')).toBeNull();
  update({ ...query, isError: true, isFetchNextPageError: true });
  expect(screen.getByRole('alert').textContent).toBe('Could not load more');
  update(query);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(fetchNextPage).toHaveBeenCalledOnce();
  // The query keeps the error of the last try while the next one runs.
  update({ ...query, isError: true, isFetchNextPageError: true, isFetchingNextPage: true });
  expect(screen.queryByText('Could not load more')).toBeNull();
  update(query);
  expect(screen.getByRole('button', { name: 'Load more' })).toBeDefined();
});

test('selectable rows are selected by id; others have no checkbox', async () => {
  const onChange = vi.fn<(selected: RowSelectionState) => void>();
  show({ selection: { selected: {}, onChange, canSelect: ({ id }) => id !== 12 } });
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select all rows' }));
  expect(onChange).toHaveBeenLastCalledWith({ 11: true });
  expect(screen.getByRole('checkbox', { name: 'Select row 2' })).toHaveProperty('disabled', true);
});

test('a click on a row opens it; a click on a control in it does not', async () => {
  const onRowClick = vi.fn<(row: Fruit) => void>();
  show({ onRowClick, selection: { selected: {}, onChange: nothing } });
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select row 1' }));
  expect(onRowClick).not.toHaveBeenCalled();
  await userEvent.click(screen.getByText('Jackfruit'));
  expect(onRowClick).toHaveBeenCalledExactlyOnceWith(fruits[1]);
});

describe('a thousand rows', () => {
  const many = Array.from({ length: 1000 }, (_, at): Fruit => ({ id: at, name: `Fruit ${at}`, price: '$1.00' }));
  let drawn: number[];
  const counted: Column<Fruit>[] = [
    {
      id: 'name',
      header: 'Name',
      cell: ({ id, name }) => {
        drawn.push(id);
        return name;
      },
    },
  ];
  beforeEach(() => {
    drawn = [];
  });

  test.each([true, false])('are not all rendered, wide: %s', (wide) => {
    isWide = wide;
    show({ rows: many, columns: counted, dense: true, selection: { selected: {}, onChange: nothing } });
    expect(screen.getByText('Fruit 0')).toBeDefined();
    expect(document.querySelectorAll('*').length).toBeLessThan(3000);
    expect(new Set(drawn).size).toBeLessThan(100);
  });

  test('another active row renders no cell again, and one row is framed', () => {
    const active = atom<string | undefined>();
    show({ rows: many, columns: counted, dense: true, active });
    act(() => active.set('3'));
    drawn = [];
    act(() => active.set('4'));
    expect(drawn).toEqual([]);
    const marked = screen.getAllByRole('row').filter((row) => row.getAttribute('aria-current'));
    expect(marked.map((row) => row.textContent)).toEqual(['Fruit 4']);
  });

  test('a change of one row, or a selection, renders only that row', () => {
    const { update } = show({ rows: many, columns: counted, dense: true });
    drawn = [];
    const changed = many.with(2, { id: 2, name: 'Mango', price: '$2.00' });
    update(loaded, { rows: changed });
    expect(screen.getByText('Mango')).toBeDefined();
    expect(drawn).toEqual([2]);
    drawn = [];
    update(loaded, { rows: changed, selection: { selected: { 2: true }, onChange: nothing } });
    expect(drawn).toEqual([]);
  });
});

const loaded: DataTableProps<Fruit>['query'] = {
  data: {},
  isPending: false,
  isError: false,
  error: null,
  refetch: nothing,
  hasNextPage: false,
  isFetchingNextPage: false,
  isFetchNextPageError: false,
  fetchNextPage: nothing,
};

function show(props: Partial<DataTableProps<Fruit>> = {}) {
  const table = (query = loaded, others: Partial<DataTableProps<Fruit>> = {}) => (
    <DataTable
      name="Fruit"
      columns={columns}
      rows={fruits}
      rowId={({ id }) => String(id)}
      emptyText="No fruit found"
      {...props}
      {...others}
      query={query}
    />
  );
  const { rerender } = renderScreen(table(props.query));
  return { update: (...changed: Parameters<typeof table>) => rerender(table(...changed)) };
}
