import { useStore } from '@nanostores/react';
import { Suspense, useMemo, useState } from 'react';
import { flagGroups } from '#shared/forward-states.ts';
import { parseId } from '#shared/parse-id.ts';
import { DataTable } from '../../../components/data-table/data-table.tsx';
import { FilterChips } from '../../../components/filter-chips.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { SearchBox } from '../../../components/search-box.tsx';
import { forwardTexts } from '../../../i18n/en/admin/forwards.ts';
import { commonTexts } from '../../../i18n/en/common.ts';
import { lazyWithPreload } from '../../../lib/lazy-with-preload.tsx';
import { POLL_MS } from '../../../lib/live/live-state.ts';
import { usePageMeta } from '../../../lib/page-meta.ts';
import { useRows } from '../../../lib/paged-list.ts';
import { trpc } from '../../../lib/trpc.ts';
import { oneOf, useSearchText, useUrlParam } from '../../../lib/url-state.ts';
import { polledList } from '../live-list.ts';
import { useInLanguage } from '../use-in-language.ts';
import { type Forward, type ForwardFilter, filterWithWork, forwardFilters } from './forward.ts';
import { ForwardHandlersContext } from './forward-actions.tsx';
import { forwardColumns } from './forward-columns.tsx';
import { SupplierChoice } from './supplier-choice.tsx';
import { useSettle } from './use-settle.ts';

const { Part: BoughtDialog } = lazyWithPreload(() => import('./bought-dialog.tsx'));
const { Part: ForwardDialog } = lazyWithPreload(() => import('./forward-dialog.tsx'));

/** The purchases of orders at suppliers; unknown ones first, each with its keys. */
export default function PurchasesPage() {
  const t = useStore(forwardTexts);
  const { all } = useStore(commonTexts);
  const groups = { losses: t.flaggedLosses, words: t.flaggedWords, other: t.flaggedOther };
  usePageMeta(t.heading);
  const { filter, unchosen, counts, input } = useForwardFilter();
  const query = trpc.admin.forwards.list.useInfiniteQuery(input, { ...polledList, enabled: filter !== undefined });
  const settling = useSettle();
  const [asked, askNumber] = useState<Forward | null>(null);
  const [openedParam, setOpened] = useUrlParam('forward', { replace: true });
  const openedId = parseId(openedParam);
  const handlers = useMemo(
    () => ({ ...settling, askNumber, openDetails: ({ id }: Forward) => setOpened(String(id)) }),
    [settling, askNumber, setOpened],
  );
  return (
    <ForwardHandlersContext value={handlers}>
      <PageHeading title={t.heading} text={t.headingText} />
      <DataTable
        name={t.heading}
        keptAs="Forwards"
        columns={useInLanguage(forwardColumns)}
        query={query}
        rows={useRows(query)}
        rowId={({ id }) => String(id)}
        tableFromPx={1400}
        pendingIds={settling.pending}
        rowTone={toneOf}
        emptyText={filter === 'unknown' ? t.noneUnknown : t.none}
        toolbar={
          <>
            <SearchBox label={t.search} placeholder={t.searchHint} />
            <SupplierChoice />
            <FilterChips
              param="state"
              label={t.state}
              unchosen={unchosen}
              alsoForgets={['flag']}
              options={forwardFilters.flatMap((value) => {
                const count = (counts as Partial<Record<ForwardFilter, number>>)[value];
                const label = value === 'all' ? all : t[value];
                return count === 0 && value !== filter ? [] : { value, label, count };
              })}
            />
            {filter === 'flagged' && (
              <FilterChips
                param="flag"
                label={t.flagged}
                options={flagGroups.map((value) => ({ value, label: groups[value] }))}
              />
            )}
          </>
        }
      />
      <Suspense>
        {openedId !== null && <ForwardDialog key={openedId} id={openedId} onClose={() => setOpened('')} />}
        {asked && (
          <BoughtDialog key={asked.id} forward={asked} settle={settling.settle} onClose={() => askNumber(null)} />
        )}
      </Suspense>
    </ForwardHandlersContext>
  );
}

/** The filters in the URL, as the list's input. Without a state the page opens where work is; a search looks through all. */
function useForwardFilter() {
  const [stateParam] = useUrlParam('state');
  const [flagParam] = useUrlParam('flag');
  const [supplierParam] = useUrlParam('supplier');
  const [search] = useSearchText();
  const supplierId = parseId(supplierParam) ?? undefined;
  const { data, isError } = trpc.admin.forwards.counts.useQuery({ supplierId }, { refetchInterval: POLL_MS });
  const [opened, open] = useState<{ supplierId: number | undefined; filter: ForwardFilter }>();
  // It stays until another supplier is chosen: rows never move because the last one was settled.
  if (data && (!opened || opened.supplierId !== supplierId)) open({ supplierId, filter: filterWithWork(data) });
  const withWork = opened?.filter ?? (isError ? 'unknown' : undefined);
  const unchosen = search ? 'all' : withWork;
  const filter: ForwardFilter | undefined = oneOf(stateParam, forwardFilters) ?? unchosen;
  const flag = oneOf(flagParam, flagGroups) ?? (true as const);
  const input = {
    ...(filter === 'flagged' ? { flag } : filter === 'all' ? {} : { state: filter }),
    ...(supplierId !== undefined && { supplierId }),
    ...(search && { search }),
  };
  return { filter, unchosen, counts: data ?? {}, input };
}

function toneOf({ state }: Forward) {
  return state === 'refused' ? ('error' as const) : undefined;
}
