import { useRows } from '../../../lib/paged-list.ts';
import { useKnownRows, useSteadyRows } from './steady-rows.ts';

/** As many as are asked for in one call. */
const MOST_GONE = 100;

interface ShownRowsOptions<Row> {
  query: { data: { pages: readonly { items: readonly Row[] }[] } | undefined; isPlaceholderData: boolean };
  /** Names the list; another one is shown as it is. */
  listKey: string;
  idOf: (row: Row) => string;
  /** Whether a row may leave the list without a word, as what was decided here does. */
  mayLeave: (row: Row) => boolean;
  /** Reads what became of rows that have left the list and still stand on screen. */
  useGone: (ids: number[]) => readonly Row[] | undefined;
}

/** A desk's rows as they are shown: each where it was, with what is known of it by now; and what is new. */
export function useShownRows<Row>({ query, useGone, ...options }: ShownRowsOptions<Row>) {
  const fresh = useRows(query);
  const { rows, newCount, goneIds, showNew } = useSteadyRows({ fresh, isOld: query.isPlaceholderData, ...options });
  const gone = useGone(goneIds.slice(0, MOST_GONE).map(Number));
  return {
    rows: useKnownRows(rows, gone, options.idOf),
    news: { newCount, goneCount: goneIds.length, onShow: showNew },
  };
}
