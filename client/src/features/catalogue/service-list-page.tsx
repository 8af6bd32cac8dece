import { Button, Flex, Grid, Heading, Tabs, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { LuHeart, LuSearchX } from 'react-icons/lu';
import { useNavigationType } from 'react-router-dom';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { useShopCategories } from '../../components/use-shop-categories.ts';
import { catalogueTexts } from '../../i18n/en/catalogue.ts';
import { useUrlParam } from '../../lib/url-state.ts';
import { OrderDialogHost, useOpenOrder } from '../orders/order-dialog-host.tsx';
import { allTab, CategoryTabs } from './category-tabs.tsx';
import { chosenCategory } from './chosen-category.ts';
import { factInput } from './fact-choice.ts';
import { FactFilters, FilterButton } from './fact-filters.tsx';
import { KindChips } from './kind-chips.tsx';
import { ListBar } from './list-bar.tsx';
import { ListSkeleton, ServiceList } from './service-list.tsx';
import { useServiceFilter, useServiceList } from './use-service-list.ts';
import { useView } from './use-view.ts';

/** All services on sale: by category, search and sort order, as rows or as cards; orders open from here. */
export default function ServiceListPage() {
  const t = useStore(catalogueTexts);
  const { clear, ...filter } = useServiceFilter();
  const { category, sort, search, favourites, ...chosenFacts } = filter;
  const { query, services, total, isSimilar } = useServiceList(filter);
  const [, setCategory] = useUrlParam('category');
  const categories = useShopCategories();
  const { top, kind } = chosenCategory(category, categories.tops, query.isPlaceholderData ? [] : services);
  const tab = top ?? allTab;
  const kindsOf = categories.tops.find(({ slug, kinds }) => slug === top && kinds.length > 0);
  const [showsFilters, setShowsFilters] = useState(false);
  const [view, setView] = useView();
  const order = useOpenOrder();
  useStartAtTop(JSON.stringify([category, sort, search, favourites, factInput(chosenFacts)]));

  return (
    <Tabs.Root
      value={tab}
      activationMode="manual"
      variant="plain"
      onValueChange={({ value }) => setCategory(value === allTab ? '' : value)}
    >
      <Grid css={headLooks}>
        <Flex
          as="header"
          gridArea="heading"
          direction={{ base: 'column', md: 'row' }}
          align={{ md: 'baseline' }}
          columnGap="3"
          minW="0"
        >
          <Heading as="h1" size={{ base: 'xl', md: '3xl' }} flexShrink="0">
            {t.heading}
          </Heading>
          <Text color="fg.muted" textStyle={{ base: 'xs', md: 'md' }} truncate aria-live="polite">
            {total !== undefined && countWords(t, total, { search, isSimilar })}
          </Text>
        </Flex>
        <ListBar sort={sort} favourites={favourites} view={view} onView={setView}>
          <FilterButton
            chosen={chosenFacts}
            isOpen={showsFilters}
            onToggle={() => setShowsFilters((isShown) => !isShown)}
          />
        </ListBar>
      </Grid>
      <FactFilters chosen={chosenFacts} isOpen={showsFilters} />
      <CategoryTabs categories={categories} top={top} sort={sort} />
      {kindsOf && <KindChips top={kindsOf} kind={kind} sort={sort} />}
      <Tabs.Content
        value={tab}
        // If there are services, the Tab key goes to the first one instead.
        tabIndex={services.length > 0 ? -1 : 0}
        pt="0"
        minH="70vh"
        opacity={query.isPlaceholderData ? 0.5 : 1}
      >
        {query.isPending && <ListSkeleton />}
        {query.isError && !query.data && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
        {query.data && services.length === 0 && (
          <EmptyState
            icon={favourites ? <LuHeart /> : <LuSearchX />}
            title={t.noneFound}
            text={favourites ? t.noFavourites : t.noneFoundText}
          >
            <Button colorPalette="brand" onClick={clear}>
              {t.viewAll}
            </Button>
          </EmptyState>
        )}
        {isSimilar && <SimilarNotice search={search} onViewAll={clear} />}
        {services.length > 0 && (
          <ServiceList
            services={services}
            total={total ?? services.length}
            view={view}
            sort={sort}
            more={query}
            onOrder={order}
          />
        )}
      </Tabs.Content>
      <OrderDialogHost />
    </Tabs.Root>
  );
}

/** Heading and tools on one line, on a phone on two. */
const headLooks = {
  columnGap: '2',
  rowGap: '2',
  alignItems: 'center',
  mb: { base: '1', md: '3' },
  gridTemplateColumns: { base: 'minmax(0, 1fr) auto', xl: 'minmax(0, 1fr) auto auto' },
  gridTemplateAreas: { base: '"heading views" "search search"', xl: '"heading search views"' },
};

/** The search has typos, or its words are in another order. */
function SimilarNotice({ search, onViewAll }: { search: string; onViewAll: () => void }) {
  const t = useStore(catalogueTexts);
  return (
    <Text role="status" py="3" borderBottomWidth="1px" overflowWrap="anywhere">
      {t.noExactMatch({ search })}{' '}
      <Button variant="plain" h="6" px="0" textDecoration="underline" verticalAlign="baseline" onClick={onViewAll}>
        {t.viewAll}
      </Button>
    </Text>
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

interface Found {
  search: string;
  isSimilar: boolean;
}

function countWords(t: ReturnType<typeof catalogueTexts.get>, count: number, { search, isSimilar }: Found): string {
  if (isSimilar) return t.similarServices({ count });
  return search ? t.servicesFor({ count, search }) : t.services({ count });
}
