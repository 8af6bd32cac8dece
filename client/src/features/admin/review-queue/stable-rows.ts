import { useMemo, useState } from 'react';

interface StableOptions<Row> {
  idOf: (row: Row) => string;
  /** Whether a row may leave the list without a message, such as one decided here. */
  mayLeave: (row: Row) => boolean;
}

interface StableRows<Row> {
  /** The displayed rows in their order, with the latest data. */
  rows: readonly Row[];
  /** New rows between the displayed ones, not displayed yet. */
  newCount: number;
  /** Displayed rows that have left the list. */
  goneIds: readonly string[];
}

/**
 * The rows to display after a refetch, so that nothing moves under the pointer: rows keep their positions, even if they left the list;
 * new rows at the end are added, and new rows in between wait.
 */
export function keepStable<Row>(
  before: readonly Row[],
  fresh: readonly Row[],
  { idOf, mayLeave }: StableOptions<Row>,
): StableRows<Row> {
  const byId = new Map(fresh.map((row) => [idOf(row), row]));
  const displayed = new Set(before.map(idOf));
  const last = fresh.findLastIndex((row) => displayed.has(idOf(row)));
  if (last < 0 && before.every(mayLeave)) return { rows: fresh, newCount: 0, goneIds: [] };
  const stays = before.flatMap((row) => byId.get(idOf(row)) ?? (mayLeave(row) ? [] : [row]));
  const added = last < 0 ? [] : fresh.slice(last + 1);
  return {
    rows: [...stays, ...added],
    newCount: fresh.length - added.length - fresh.filter((row) => displayed.has(idOf(row))).length,
    goneIds: stays.map(idOf).filter((id) => !byId.has(id)),
  };
}

interface StableList<Row> extends StableOptions<Row> {
  fresh: readonly Row[];
  /** Identifies the list; another one is displayed unchanged. */
  listKey: string;
  /** Whether the rows are still those of the previous list. */
  isOld: boolean;
}

/** A live list whose rows do not move. `showNew` displays the current list. */
export function useStableRows<Row>({ fresh, listKey, isOld, ...options }: StableList<Row>) {
  const asItIs = { listKey, fresh, rows: fresh, newCount: 0, goneIds: none };
  const [stable, setStable] = useState<StableRows<Row> & { listKey: string; fresh: readonly Row[] }>(asItIs);
  if (stable.fresh !== fresh || (stable.listKey !== listKey && !isOld)) {
    const isAnother = isOld || stable.listKey !== listKey || stable.rows.length === 0;
    setStable(
      isAnother
        ? { ...asItIs, listKey: isOld ? stable.listKey : listKey }
        : { ...asItIs, ...keepStable(stable.rows, fresh, options) },
    );
  }
  return { ...stable, showNew: () => setStable(asItIs) };
}

const none: readonly string[] = [];

/** The rows, with newer versions where known. */
export function useKnownRows<Row>(rows: readonly Row[], newer: readonly Row[] | undefined, idOf: (row: Row) => string) {
  return useMemo(() => {
    if (!newer || newer.length === 0) return rows;
    const byId = new Map(newer.map((row) => [idOf(row), row]));
    return rows.map((row) => byId.get(idOf(row)) ?? row);
  }, [rows, newer, idOf]);
}
