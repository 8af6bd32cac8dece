import type { SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { idKey, momentKey, numberKey, type SortOrder } from './sorted-keyset.ts';

/** A sort order of an admin list, with the properties that its search needs. */
export interface ReviewSort<Row> {
  /** A cursor is valid only for the order that issued it. */
  name: string;
  order: SortOrder<Row>;
  /** The column before the id; undefined if it sorts by id alone. */
  by: PgColumn | SQL | undefined;
}

interface Described<Row> {
  descending: boolean;
  /** A column of whole numbers, and its value in a row. */
  number?: [column: PgColumn | SQL<number>, valueOf: (row: Row) => number];
}

/** Creates the sort orders of a list from their columns. @param createdAt a row's creation time */
export function reviewSorts<Row extends { id: number; createdAt: Date }, Sort extends string>(
  { id, createdAt }: Record<'id' | 'createdAt', PgColumn>,
  sorts: Record<Sort, Described<Row>>,
) {
  const byId = idKey(id);
  /** @param dated whether the list has a period: old rows are found by date only, so the date sorts it */
  return (sort: Sort, dated: boolean): ReviewSort<Row> => {
    const { number, descending } = sorts[sort];
    if (number) return { name: sort, order: { keys: [numberKey(...number), byId], descending }, by: number[0] };
    if (!dated) return { name: sort, order: { keys: [byId], descending }, by: undefined };
    const byDate = momentKey<Row>(createdAt, (row) => row.createdAt);
    return { name: `${sort} dated`, order: { keys: [byDate, byId], descending }, by: createdAt };
  };
}
