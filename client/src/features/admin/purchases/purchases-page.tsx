import { useStore } from '@nanostores/react';
import { useMemo, useState } from 'react';
import { flagGroups } from '#shared/forward-states.ts';
import { parseId } from '#shared/parse-id.ts';
import { FilterChips } from '../../../components/filter-chips.tsx';
import { forwardTexts } from '../../../i18n/en/admin/forwards.ts';
import { commonTexts } from '../../../i18n/en/common.ts';
import { lazyWithPreload } from '../../../lib/lazy-with-preload.tsx';
import { POLL_MS } from '../../../lib/live/live-state.ts';
import { trpc } from '../../../lib/trpc.ts';
import { useUrlParam } from '../../../lib/url-state.ts';
import { declareList } from '../list/declare-list.tsx';
import { polledList } from '../live-list.ts';
import { type Forward, type ForwardFilter, filterWithWork, forwardFilters } from './forward.ts';
import { ForwardHandlersContext } from './forward-actions.tsx';
import { forwardColumns } from './forward-columns.tsx';
import { SupplierChoice } from './supplier-choice.tsx';
import { useSettle } from './use-settle.ts';

const { Part: BoughtDialog } = lazyWithPreload(() => import('./bought-dialog.tsx'));
const { Part: ForwardDialog } = lazyWithPreload(() => import('./forward-dialog.tsx'));

type Counts = Partial<Record<ForwardFilter, number>>;

/** The purchases of orders at suppliers; unknown ones first, each with its keys. */
export default declareList<Forward>()({
  keptAs: 'Purchases',
  heading: 'plain',
  tableFromPx: 1400,
  /** Without a state the page opens where work is; a search looks through all. */
  useInput({ oneOf, id, search }) {
    const supplierId = id('supplier');
    const { data, isError } = useCounts(supplierId);
    const [opened, open] = useState<{ supplierId: number | undefined; filter: ForwardFilter }>();
    // It stays until another supplier is chosen: rows never move because the last one was settled.
    if (data && (!opened || opened.supplierId !== supplierId)) open({ supplierId, filter: filterWithWork(data) });
    const withWork = opened?.filter ?? (isError ? 'unknown' : undefined);
    const unchosen = search ? 'all' : withWork;
    const filter: ForwardFilter | undefined = oneOf('state', forwardFilters) ?? unchosen;
    const flag = oneOf('flag', flagGroups) ?? (true as const);
    const state = filter === 'flagged' ? { flag } : filter === 'all' ? {} : { state: filter };
    return { filter, unchosen, input: { ...state, supplierId, search } };
  },
  useList: ({ input, filter }) =>
    trpc.admin.forwards.list.useInfiniteQuery(input, { ...polledList, enabled: filter !== undefined }),
  words({ filter }) {
    const t = forwardTexts.get();
    return { ...t, none: filter === 'unknown' ? t.noneUnknown : t.none };
  },
  columns: forwardColumns,
  rowTone: ({ state }) => (state === 'refused' ? 'error' : undefined),
  actions: {
    Context: ForwardHandlersContext,
    useActions(show) {
      const settling = useSettle();
      const [, setOpened] = useUrlParam('forward', { replace: true });
      return useMemo(
        () => ({
          ...settling,
          askNumber: (forward: Forward) =>
            show(() => <BoughtDialog forward={forward} settle={settling.settle} onClose={() => show(null)} />),
          openDetails: ({ id }: Forward) => setOpened(String(id)),
        }),
        [settling, show, setOpened],
      );
    },
  },
  filters: ({ input }) => (
    <>
      <SupplierChoice />
      <StateChips {...input} supplierId={input.input.supplierId} />
    </>
  ),
  Layer: OpenedForward,
});

const useCounts = (supplierId: number | undefined) =>
  trpc.admin.forwards.counts.useQuery({ supplierId }, { refetchInterval: POLL_MS });

interface StateChipsProps {
  filter: ForwardFilter | undefined;
  unchosen: ForwardFilter | undefined;
  supplierId: number | undefined;
}

/** The states with their counts; the groups of flagged ones. */
function StateChips({ filter, unchosen, supplierId }: StateChipsProps) {
  const t = useStore(forwardTexts);
  const { all } = useStore(commonTexts);
  const counts: Counts = useCounts(supplierId).data ?? {};
  const groups = { losses: t.flaggedLosses, words: t.flaggedWords, other: t.flaggedOther };
  return (
    <>
      <FilterChips
        param="state"
        label={t.state}
        unchosen={unchosen}
        alsoForgets={['flag']}
        options={forwardFilters.flatMap((value) => {
          const count = counts[value];
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
  );
}

/** The purchase whose details the URL opens. */
function OpenedForward() {
  const [param, setOpened] = useUrlParam('forward', { replace: true });
  const id = parseId(param);
  return id !== null && <ForwardDialog key={id} id={id} onClose={() => setOpened('')} />;
}
