import { expect, test } from 'vitest';
import { keepStable } from './stable-rows.ts';

interface Row {
  id: number;
  status?: string;
}

const rowsOf = (...ids: number[]): Row[] => ids.map((id) => ({ id }));
const idOf = ({ id }: Row) => String(id);

/** The displayed rows after a refetch, when only the rows of `mine` may leave. */
function kept(before: Row[], fresh: Row[], mine: number[] = []) {
  const { rows, newCount, goneIds } = keepStable(before, fresh, { idOf, mayLeave: ({ id }) => mine.includes(id) });
  return { ids: rows.map(({ id }) => id), newCount, goneIds, rows };
}

test('new rows above wait, and new rows below are added', () => {
  expect(kept(rowsOf(9, 8, 7), rowsOf(11, 10, 9, 8, 7))).toMatchObject({ ids: [9, 8, 7], newCount: 2, goneIds: [] });
  expect(kept(rowsOf(7, 8), rowsOf(7, 8, 9, 10))).toMatchObject({ ids: [7, 8, 9, 10], newCount: 0 });
  expect(kept(rowsOf(7, 9), rowsOf(7, 8, 9, 10))).toMatchObject({ ids: [7, 9, 10], newCount: 1 });
});

test('rows decided elsewhere stay, rows decided here leave', () => {
  expect(kept(rowsOf(1, 2, 3), rowsOf(1, 3))).toMatchObject({ ids: [1, 2, 3], goneIds: ['2'], newCount: 0 });
  expect(kept(rowsOf(1, 2, 3), rowsOf(1, 3), [2])).toMatchObject({ ids: [1, 3], goneIds: [] });
  // The next page's first rows move up to replace those that left.
  expect(kept(rowsOf(1, 2, 3), rowsOf(3, 4, 5), [1])).toMatchObject({ ids: [2, 3, 4, 5], goneIds: ['2'] });
});

test('a list without any displayed row left is replaced, unless others emptied it', () => {
  expect(kept([], rowsOf(3, 2))).toMatchObject({ ids: [3, 2], newCount: 0 });
  expect(kept(rowsOf(1), rowsOf(2, 3), [1])).toMatchObject({ ids: [2, 3], newCount: 0 });
  expect(kept(rowsOf(1), rowsOf(2, 3))).toMatchObject({ ids: [1], newCount: 2, goneIds: ['1'] });
});

test('a row shows its latest known state', () => {
  const [row] = kept([{ id: 1, status: 'pending' }], [{ id: 1, status: 'processing' }]).rows;
  expect(row?.status).toBe('processing');
});
