import { Box, Button, Flex, NativeSelect, Tabs } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { LuHeart } from 'react-icons/lu';
import { useNavigationType } from 'react-router-dom';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { SearchBox } from '../../components/search-box.tsx';
import { catalogueTexts, sortTexts } from '../../i18n/en/catalogue.ts';
import { ForCustomers } from '../../lib/for-whom.tsx';
import { useIsHydrated } from '../../lib/hydration.ts';
import { useSession } from '../../lib/session.ts';
import { useUrlParam } from '../../lib/url-state.ts';
import { OrderDialogHost, useOpenOrder } from '../orders/order-dialog-host.tsx';
import { allTab, CategoryTabs } from './category-tabs.tsx';
import { GridSkeleton, ServiceGrid } from './service-grid.tsx';
import { type ListFilter, sorts, useServiceFilter, useServiceList } from './use-service-list.ts';

/** All services on sale: by category, search and sort order; orders open from here. */
export default function ServiceListPage() {
  const t = useStore(catalogueTexts);
  const { clear, ...filter } = useServiceFilter();
  const { category, sort, search, favourites } = filter;
  const { query, services, total } = useServiceList(filter);
  const [, setCategory] = useUrlParam('category');
  const order = useOpenOrder();
  useStartAtTop(`${category}/${sort}/${search}/${favourites}`);

  return (
    <Tabs.Root
      value={category ?? allTab}
      activationMode="manual"
      variant="plain"
      onValueChange={({ value }) => setCategory(value === allTab ? '' : value)}
    >
      <PageHeading title={t.heading} text={total === undefined ? t.headingText : countWords(t, total, search)} />
      <ListBar sort={sort} favourites={favourites} />
      <CategoryTabs category={category} sort={sort} />
      <Tabs.Content
        value={category ?? allTab}
        // If there are cards, the Tab key goes to the first one instead.
        tabIndex={services.length > 0 ? -1 : 0}
        pt="4"
        minH="70vh"
        opacity={query.isPlaceholderData ? 0.5 : 1}
      >
        {query.isPending && <GridSkeleton />}
        {query.isError && !query.data && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
        {query.data && services.length === 0 && (
          <EmptyState title={t.noneFound} text={favourites ? t.noFavourites : t.noneFoundText}>
            <Button colorPalette="brand" onClick={clear}>
              {t.viewAll}
            </Button>
          </EmptyState>
        )}
        {services.length > 0 && (
          <ServiceGrid services={services} total={total ?? services.length} more={query} onOrder={order} />
        )}
      </Tabs.Content>
      <OrderDialogHost />
    </Tabs.Root>
  );
}

/** Another filter starts at its first row; when going back, scroll restoration sets the position. */
function useStartAtTop(filter: string) {
  const navigation = useNavigationType();
  const last = useRef(filter);
  useEffect(() => {
    if (last.current === filter) return;
    last.current = filter;
    if (navigation !== 'POP') window.scrollTo(0, 0);
  }, [filter, navigation]);
}

/** Search, sort order and favourites; on a phone the search has its own line. */
function ListBar({ sort, favourites }: Pick<ListFilter, 'sort' | 'favourites'>) {
  const t = useStore(catalogueTexts);
  const isHydrated = useIsHydrated();
  const { signedIn } = useSession();
  return (
    <Flex gap={{ base: '2', sm: '3' }} mb="3" wrap={{ base: 'wrap', sm: 'nowrap' }}>
      <SearchBox
        label={t.search}
        placeholder={t.searchHint}
        flex={{ base: signedIn ? '1 1 100%' : '1', sm: '1' }}
        css={isHydrated ? undefined : { '[data-signed-in] &': { flex: { base: '1 1 100%', sm: '1' } } }}
      />
      <SortSelect sort={sort} />
      <ForCustomers>
        <FavouritesFilter isOn={favourites} />
      </ForCustomers>
    </Flex>
  );
}

function SortSelect({ sort }: { sort: string }) {
  const t = useStore(catalogueTexts);
  const labels = useStore(sortTexts);
  const [, setSort] = useUrlParam('sort');
  return (
    <Box w={{ base: '40', sm: '52' }} flexShrink="0">
      <NativeSelect.Root>
        <NativeSelect.Field aria-label={t.sort} value={sort} onChange={(event) => setSort(event.target.value)}>
          {sorts.map((value) => (
            <option key={value} value={value}>
              {labels[value]}
            </option>
          ))}
        </NativeSelect.Field>
        <NativeSelect.Indicator />
      </NativeSelect.Root>
    </Box>
  );
}

function FavouritesFilter({ isOn }: { isOn: boolean }) {
  const t = useStore(catalogueTexts);
  const [, set] = useUrlParam('favourites');
  return (
    <Button
      variant={isOn ? 'solid' : 'outline'}
      borderColor="border.field"
      flex={{ base: '1', sm: 'none' }}
      px="3"
      aria-pressed={isOn}
      onClick={() => set(isOn ? '' : '1')}
    >
      <LuHeart aria-hidden fill={isOn ? 'currentColor' : 'none'} /> {t.favourites}
    </Button>
  );
}

function countWords(t: ReturnType<typeof catalogueTexts.get>, count: number, search: string): string {
  return search ? t.servicesFor({ count, search }) : t.services({ count });
}
