import { Span, Tabs } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import type { ServiceSort } from '#shared/services.ts';
import { LineTab } from '../../components/line-tab.tsx';
import type { useShopCategories } from '../../components/use-shop-categories.ts';
import { catalogueTexts } from '../../i18n/en/catalogue.ts';
import { formatCount } from '../../lib/format.ts';
import { useCentred } from './use-centred.ts';
import { usePrefetchCategory } from './use-service-list.ts';

/** The value of the tab for all categories; tabs need one, and the URL has none. */
export const allTab = 'all';

interface CategoryTabsProps {
  categories: ReturnType<typeof useShopCategories>;
  /** The slug of the chosen top. */
  top: string | undefined;
  sort: ServiceSort;
}

/** The tab for all, and one for each top with its number of services; they scroll horizontally if they do not fit. */
export function CategoryTabs({ categories: { tops, count, isSuccess }, top, sort }: CategoryTabsProps) {
  const t = useStore(catalogueTexts);
  const prefetch = usePrefetchCategory();
  return (
    <Tabs.List
      ref={useCentred(top, isSuccess)}
      aria-label={t.category}
      display="flex"
      position="sticky"
      top="var(--under-bar)"
      zIndex="docked"
      gap="1"
      bg="bg"
      borderBottomWidth="1px"
      overflowX="auto"
      mx={{ base: '-4', md: '0' }}
      px={{ base: '4', md: '0' }}
      css={{ scrollbarWidth: 'none' }}
    >
      <Tab value={allTab} label={t.all} count={count} onPoint={() => void prefetch(undefined, sort)} />
      {tops.map((each) => (
        <Tab
          key={each.slug}
          value={each.slug}
          label={each.name}
          count={each.count}
          onPoint={() => void prefetch(each.slug, sort)}
        />
      ))}
    </Tabs.List>
  );
}

interface TabProps {
  value: string;
  label: string;
  count: number | undefined;
  onPoint: () => void;
}

function Tab({ value, label, count, onPoint }: TabProps) {
  return (
    <LineTab value={value} onPointerEnter={onPoint}>
      {label}
      {count !== undefined && (
        <Span textStyle="xs" fontWeight="normal" color="fg.subtle" fontVariantNumeric="tabular-nums">
          {formatCount(count)}
        </Span>
      )}
    </LineTab>
  );
}
