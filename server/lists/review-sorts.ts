import type { PgColumn } from 'drizzle-orm/pg-core';
import { idKey, momentKey, numberKey, type SortOrder } from './sorted-keyset.ts';

/** One of the ways in which admins read everybody's rows, with what a search needs of it. */
export interface ReviewSort<Row> {
  /** A cursor goes on only in the order that gave it out. */
  name: string;
  order: SortOrder<Row>;
  /** The column before the id; undefined where the id alone sorts. */
  by: PgColumn | undefined;
}

interface Described<Row> {
  descending: boolean;
  /** A column of whole numbers, and its value of a row. */
  number?: [column: PgColumn, valueOf: (row: Row) => number];
}

/** Makes the orders of a list out of what each is sorted by. @param createdAt when a row was made */
export function reviewSorts<Row extends { id: number; createdAt: Date }, Sort extends string>(
  { id, createdAt }: Record<'id' | 'createdAt', PgColumn>,
  sorts: Record<Sort, Described<Row>>,
) {
  const byId = idKey(id);
  /** @param dated whether the list is of some days only: those of long ago are found by their dates alone, so these sort it */
  return (sort: Sort, dated: boolean): ReviewSort<Row> => {
    const { number, descending } = sorts[sort];
    if (number) return { name: sort, order: { keys: [numberKey(...number), byId], descending }, by: number[0] };
    if (!dated) return { name: sort, order: { keys: [byId], descending }, by: undefined };
    const byDate = momentKey<Row>(createdAt, (row) => row.createdAt);
    return { name: `${sort} dated`, order: { keys: [byDate, byId], descending }, by: createdAt };
  };
}
