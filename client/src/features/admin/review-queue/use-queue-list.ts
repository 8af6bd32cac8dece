/* oxlint-disable react/hooks -- A declaration is constant for its page, so its hooks never change. */
import { useMemo } from 'react';
import { queueTexts } from '../../../i18n/en/admin/review-queue.ts';
import { formatCount } from '../../../lib/format.ts';
import { usePageMeta } from '../../../lib/page-meta.ts';
import { useRows } from '../../../lib/paged-list.ts';
import { useQueueCounts } from '../../../lib/queue-counts.ts';
import type { Declaration, QueueRow } from './declaration.ts';
import { useSharedFilters } from './filters.tsx';
import { isDecidedHere } from './pending-decisions.ts';
import { useKnownRows, useStableRows } from './stable-rows.ts';
import { idOf } from './use-decisions.tsx';
import { everyStatus, useQueueFilter } from './use-queue-filter.ts';

/** The limit of one call. */
const MOST_GONE = 100;

/** The filtered list of a review queue: its stable rows and their number. */
export function useQueueList<Row extends QueueRow, Status extends string, Sort extends string, Further extends object>(
  queue: Declaration<Row, Status, Sort, Further>,
  tab: string,
) {
  const { kind, statuses, source } = queue;
  const { status, unchosen, sort, sortedBy, input } = useQueueFilter(queue);
  const further = queue.further.useFilter();
  const { isView = false } = further;
  const filters = [...further.active, ...useSharedFilters(input)];
  const filter = { ...input, ...further.input };
  const listInput = { ...filter, sort: sortedBy };
  const listKey = JSON.stringify([filter, sortedBy]);

  const query = source.useList(listInput);
  const mayLeave = (row: Row) => isDecidedHere(`${kind}:${row.id}`);
  const stable = useStableRows({ fresh: useRows(query), isOld: query.isPlaceholderData, listKey, idOf, mayLeave });
  const gone = source.useRowsOf({ ids: stable.goneIds.slice(0, MOST_GONE).map(Number), limit: MOST_GONE });
  const rows = useKnownRows(stable.rows, gone, idOf);
  const ids = useMemo(() => rows.map(idOf), [rows]);

  const counts: Partial<Record<string, number>> | undefined = useQueueCounts()?.[`${kind}s`];
  const waitingCount = counts?.[statuses[0]] ?? 0;
  const isNarrowed = isView || input.search !== undefined || filters.length > 0;
  const matching = source.useCount(filter, isNarrowed && query.hasNextPage);
  const total = totalWords(isNarrowed ? undefined : counts?.[status ?? everyStatus], matching);
  usePageMeta(waitingCount > 0 ? `(${formatCount(waitingCount)}) ${tab}` : tab);
  const readMatching = source.useReadMatching();
  return {
    filters,
    isView,
    listInput,
    listKey,
    query,
    stable,
    rows,
    ids,
    counts,
    total,
    unchosen,
    sort,
    readMatching: (cursor: string | null) => readMatching({ ...listInput, cursor }),
  };
}

/** The row whose details are open, even if the list does not contain it. */
export function useOpenedRowData<Row extends QueueRow>(
  { source }: { source: Pick<Declaration<Row, string, string, object>['source'], 'useRow'> },
  id: number | null,
): Row | undefined {
  return source.useRow(id);
}

/** How many rows match the filter in total: "4,177", or "more than 10,000". */
function totalWords(ofStatus: number | undefined, matching: { count: number; isAll: boolean } | undefined) {
  if (ofStatus !== undefined) return formatCount(ofStatus);
  if (!matching) return undefined;
  return matching.isAll ? formatCount(matching.count) : queueTexts.get().moreThan({ count: matching.count });
}
