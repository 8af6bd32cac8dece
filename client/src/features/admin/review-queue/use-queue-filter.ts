import { useCallback, useMemo } from 'react';
import { parseId } from '#shared/parse-id.ts';
import { type Reviewer, reviewers } from '#shared/reviewers.ts';
import { isDay } from '#shared/shop-days.ts';
import { trpc } from '../../../lib/trpc.ts';
import { oneOf, useSearchText, useUrlParam } from '../../../lib/url-state.ts';

/** How long typing must pause before the queue is searched; with the search it stays below a third of a second. */
export const SEARCH_PAUSE_MS = 150;

/** The option that lists all rows. */
export const everyStatus = 'all';

interface FilterOptions<Status extends string, Sort extends string> {
  /** The first is the default. */
  statuses: readonly [Status, ...Status[]];
  /** With these the oldest row is first, with all others the newest. */
  undecided: readonly Status[];
  sorts: readonly Sort[];
}

/**
 * The filter of a review queue, all of it in the URL: `status`, `q`, `sort`, `user`, `from`, `to` and `by`. A search without a chosen
 * status searches all rows, because most are already decided. Invalid values are ignored.
 * @returns `status` undefined for all of them; `unchosen` is the default option
 */
export function useQueueFilter<Status extends string, Sort extends string>(options: FilterOptions<Status, Sort>) {
  const { statuses, undecided, sorts } = options;
  const [param] = useUrlParam('status');
  const [search] = useSearchText();
  const unchosen = search ? everyStatus : statuses[0];
  const chosen = oneOf<Status | typeof everyStatus>(param, [everyStatus, ...statuses]) ?? unchosen;
  const status = chosen === everyStatus ? undefined : chosen;

  const [sortParam, setSort] = useUrlParam('sort');
  const usualSort = status !== undefined && undecided.includes(status) ? 'oldest' : 'newest';
  const sort = (oneOf<string>(sortParam, sorts) ?? usualSort) as Sort;
  const onChange = useCallback((next: string) => setSort(next === usualSort ? '' : next), [setSort, usualSort]);
  return {
    status,
    unchosen,
    sort: useMemo(() => ({ value: sort, onChange }), [sort, onChange]),
    input: {
      status,
      search: search || undefined,
      userId: useIdParam('user'),
      decidedBy: useDecidedByParam(),
      from: useDayParam('from'),
      to: useDayParam('to'),
    },
    sortedBy: sort,
  };
}

/** An id in the URL. */
export function useIdParam(name: string): number | undefined {
  const [param] = useUrlParam(name);
  return parseId(param) ?? undefined;
}

/** An admin's id, or an automatic reviewer. */
function useDecidedByParam(): number | Reviewer | undefined {
  const [param] = useUrlParam('by');
  return oneOf<Reviewer>(param, reviewers) ?? parseId(param) ?? undefined;
}

function useDayParam(name: string): string | undefined {
  const [param] = useUrlParam(name);
  return isDay(param) ? param : undefined;
}

/** The admins and payment methods to choose from; they change rarely. */
export function useQueueChoices() {
  return trpc.admin.desk.choices.useQuery(undefined, { staleTime: 60_000 }).data;
}
