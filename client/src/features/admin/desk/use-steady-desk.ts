import { useRows } from '../../../lib/paged-list.ts';
import { useSteadyRows } from './steady-rows.ts';

/** As many as are asked for in one call. */
const MOST_GONE = 100;

interface SteadyDeskOptions<Row> {
  query: { data: { pages: readonly { items: readonly Row[] }[] } | undefined; isPlaceholderData: boolean };
  /** Names the list; another one is shown as it is. */
  listKey: string;
  idOf: (row: Row) => string;
  /** Whether a row may leave the list without a word, as what was decided here does. */
  mayLeave: (row: Row) => boolean;
}

/**
 * A desk's rows, each where it was, and what is new since.
 * @returns `gone` asks for the rows that have left the list and still stand on screen
 */
export function useSteadyDesk<Row>({ query, ...options }: SteadyDeskOptions<Row>) {
  const fresh = useRows(query);
  const { rows, newCount, goneIds, showNew } = useSteadyRows({ fresh, isOld: query.isPlaceholderData, ...options });
  return {
    rows,
    gone: { ids: goneIds.slice(0, MOST_GONE).map(Number), limit: MOST_GONE },
    news: { newCount, goneCount: goneIds.length, onShow: showNew },
  };
}
