import { useCallback, useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { ServiceSort } from '#shared/services.ts';
import { sortTexts } from '../../i18n/en/catalogue.ts';
import { errorCodeOf } from '../../lib/errors.ts';
import { pagedList, useRows } from '../../lib/paged-list.ts';
import { useSession } from '../../lib/session.ts';
import { type Outputs, trpc } from '../../lib/trpc.ts';
import { oneOf, searchable, useUrlParam } from '../../lib/url-state.ts';
import { type FactChoice, factChoiceIn, factInput } from './fact-choice.ts';

export type Service = Outputs['services']['list']['items'][number];

const PAGE_SIZE = 48;
/** The dialog and the server read current prices before a charge, so the list may be a minute old. */
const FRESH_FOR_MS = 60_000;

/** The sort orders of the list, in the order of the menu; the first is the default. */
export const sorts = Object.keys(sortTexts.english) as ServiceSort[];

/** Filter and sort order of a list. */
export interface ListFilter extends FactChoice {
  /** The slug of a top or of a kind, perhaps of a merged one. */
  category?: string | undefined;
  sort: ServiceSort;
  search: string;
  favourites: boolean;
}

/** A slug, as far as it can be known without the shop's categories. */
const slugForm = /^[a-z0-9-]{1,60}$/;

/** Reads the filter from `?category=&q=&sort=&favourites=&refill=&start=&country=`; malformed values are ignored. */
export function useServiceFilter() {
  const [params, setParams] = useSearchParams();
  const { signedIn } = useSession();
  const category = slugForm.exec(params.get('category') ?? '')?.[0];
  const sort = oneOf(params.get('sort') ?? '', sorts) ?? 'recommended';
  const search = searchable(params.get('q') ?? '');
  // Visitors have no favourites.
  const favourites = signedIn && params.has('favourites');
  const clear = useCallback(
    () =>
      setParams((before) => {
        const view = before.get('view');
        return new URLSearchParams(view ? { view } : {});
      }),
    [setParams],
  );
  const filter: ListFilter = { category, sort, search, favourites, ...factChoiceIn(params) };
  return { ...filter, clear };
}

/** The services of a filter, page by page, each loaded before it is scrolled to. */
export function useServiceList(filter: ListFilter) {
  const query = trpc.services.list.useInfiniteQuery(listInput(filter), {
    ...pagedList,
    staleTime: FRESH_FOR_MS,
    refetchOnWindowFocus: false,
  });
  const [, setCategory] = useUrlParam('category', { replace: true });
  // A URL may name a category that was never there; one that was merged leads on.
  const isUnknown = filter.category !== undefined && query.isError && errorCodeOf(query.error) === 'bad_input';
  useEffect(() => {
    if (isUnknown) setCategory('');
  }, [isUnknown, setCategory]);
  const first = query.data?.pages[0];
  return { query, services: useRows(query), total: first?.total, isSimilar: first?.isSimilar === true };
}

/** Preloads the first page of a category, or of all, when its tab is hovered. */
export function usePrefetchCategory() {
  const utils = trpc.useUtils();
  return (category: string | undefined, sort: ServiceSort) =>
    utils.services.list
      .prefetchInfinite(listInput({ category, sort, search: '', favourites: false }), {
        getNextPageParam: pagedList.getNextPageParam,
        staleTime: FRESH_FOR_MS,
      })
      .catch(() => undefined);
}

function listInput({ category, sort, search, favourites, ...facts }: ListFilter) {
  return {
    sort,
    limit: PAGE_SIZE,
    ...(category ? { category } : {}),
    ...(search ? { search } : {}),
    ...(favourites ? { favourites } : {}),
    ...factInput(facts),
  };
}
