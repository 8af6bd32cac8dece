import { useCallback, useMemo } from 'react';
import { parseId } from '../../../../../shared/parse-id.ts';
import { isDay } from '../../../../../shared/shop-days.ts';
import { oneOf, useSearchText, useUrlParam } from '../../../lib/url-state.ts';

/** Typing pauses so long before a desk is searched; with the search itself it takes no third of a second. */
export const SEARCH_PAUSE_MS = 150;

/** The choice that lists everything. */
export const everyStatus = 'all';

interface DeskLists<Status extends string, Sort extends string> {
  statuses: readonly Status[];
  /** What is listed until a status is chosen. */
  waiting: Status;
  /** Those among which who has waited longest comes first; all others are listed from the newest. */
  undecided: readonly Status[];
  sorts: readonly (Sort | 'newest' | 'oldest')[];
}

/**
 * What a desk lists, all of it in the URL: `status` and `q`, what waits until a status is chosen; the order in `sort`; and
 * `user`, `from`, `to`, `by` of who, of which days and decided by whom. A search without a chosen status looks everywhere, because
 * what somebody asks about is mostly decided by now. What is typed into an address and makes no sense is passed over.
 * @returns `status` undefined for all of them; `unchosen` is the choice that holds while none was made
 */
export function useDeskFilter<Status extends string, Sort extends string>(lists: DeskLists<Status, Sort>) {
  const { statuses, waiting, undecided, sorts } = lists;
  const [param] = useUrlParam('status');
  const [search] = useSearchText();
  const unchosen = search ? everyStatus : waiting;
  const chosen = oneOf<Status | typeof everyStatus>(param, [everyStatus, ...statuses]) ?? unchosen;
  const status = chosen === everyStatus ? undefined : chosen;
  const narrowed = useNarrowed();

  const [sortParam, setSort] = useUrlParam('sort');
  const usualSort = status !== undefined && undecided.includes(status) ? 'oldest' : 'newest';
  const sort = oneOf(sortParam, sorts) ?? usualSort;
  const onChange = useCallback((next: string) => setSort(next === usualSort ? '' : next), [setSort, usualSort]);
  return {
    search,
    status,
    unchosen,
    sort: useMemo(() => ({ value: sort, onChange }), [sort, onChange]),
    /** What the server is asked for. */
    input: { status, search: search || undefined, ...narrowed },
    sortedBy: sort,
  };
}

/** What narrows both desks, as the URL has it. */
function useNarrowed() {
  const userId = useIdParam('user');
  const decidedBy = useIdParam('by');
  const from = useDayParam('from');
  const to = useDayParam('to');
  return { userId, decidedBy, from, to };
}

/** The id of something in the URL. */
export function useIdParam(name: string): number | undefined {
  const [param] = useUrlParam(name);
  return parseId(param) ?? undefined;
}

function useDayParam(name: string): string | undefined {
  const [param] = useUrlParam(name);
  return isDay(param) ? param : undefined;
}
