import { useMemo, useState } from 'react';

interface SteadyOptions<Row> {
  idOf: (row: Row) => string;
  /** Whether a row may leave the list without a word, as what was decided here does. */
  mayLeave: (row: Row) => boolean;
}

interface Steady<Row> {
  /** What is on screen, each row where it was, with what is known of it by now. */
  rows: readonly Row[];
  /** Rows that came in between those on screen, and are not shown yet. */
  newCount: number;
  /** Rows on screen that the list no longer has. */
  goneIds: readonly string[];
}

/**
 * What to show of a list that was read again, so that nothing moves under the pointer: rows stay where they are, also those that
 * left the list meanwhile; what came to stand below all of them is added, and what came in between waits.
 */
export function keepSteady<Row>(
  before: readonly Row[],
  fresh: readonly Row[],
  options: SteadyOptions<Row>,
): Steady<Row> {
  const { idOf, mayLeave } = options;
  const byId = new Map(fresh.map((row) => [idOf(row), row]));
  const shownIds = new Set(before.map(idOf));
  const lastShown = fresh.findLastIndex((row) => shownIds.has(idOf(row)));
  if (lastShown < 0 && before.every(mayLeave)) return { rows: fresh, newCount: 0, goneIds: [] };
  const stays = before.flatMap((row) => byId.get(idOf(row)) ?? (mayLeave(row) ? [] : [row]));
  const added = lastShown < 0 ? [] : fresh.slice(lastShown + 1);
  return {
    rows: [...stays, ...added],
    newCount: fresh.length - added.length - fresh.filter((row) => shownIds.has(idOf(row))).length,
    goneIds: stays.map(idOf).filter((id) => !byId.has(id)),
  };
}

interface SteadyList<Row> extends SteadyOptions<Row> {
  /** What the list is now. */
  fresh: readonly Row[];
  /** Names the list; another one is shown as it is. */
  listKey: string;
  /** Whether the rows are still those of the list before. */
  isOld: boolean;
}

/** A list that keeps still while it is followed. `showNew` shows it as it is now. */
export function useSteadyRows<Row>({ fresh, listKey, isOld, ...options }: SteadyList<Row>) {
  const asItIs = { key: listKey, fresh, rows: fresh, newCount: 0, goneIds: none };
  const [shown, setShown] = useState<Steady<Row> & { key: string; fresh: readonly Row[] }>(asItIs);
  if (shown.fresh !== fresh || (shown.key !== listKey && !isOld)) {
    const isAnother = isOld || shown.key !== listKey || shown.rows.length === 0;
    setShown(
      isAnother
        ? { ...asItIs, key: isOld ? shown.key : listKey }
        : { ...asItIs, ...keepSteady(shown.rows, fresh, options) },
    );
  }
  return { ...shown, showNew: () => setShown(asItIs) };
}

const none: readonly string[] = [];

/** Rows with those of them replaced of which something newer is known. */
export function useKnownRows<Row>(rows: readonly Row[], newer: readonly Row[] | undefined, idOf: (row: Row) => string) {
  return useMemo(() => {
    if (!newer || newer.length === 0) return rows;
    const byId = new Map(newer.map((row) => [idOf(row), row]));
    return rows.map((row) => byId.get(idOf(row)) ?? row);
  }, [rows, newer, idOf]);
}
