import { Span, Tabs } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import type { Category } from '#shared/categories.ts';
import type { ServiceSort } from '#shared/services.ts';
import { shownCategories } from '../../components/category-icon.tsx';
import { LineTab } from '../../components/line-tab.tsx';
import { catalogueTexts } from '../../i18n/en/catalogue.ts';
import { categoryTexts } from '../../i18n/en/common.ts';
import { formatCount } from '../../lib/format.ts';
import { trpc } from '../../lib/trpc.ts';
import { usePrefetchCategory } from './use-service-list.ts';

/** The value of the tab for all categories; tabs need one, and the URL has none. */
export const allTab = 'all';

/** The tab for all, and one for each category with its number of services; they scroll horizontally if they do not fit. */
export function CategoryTabs({ category, sort }: { category: Category | undefined; sort: ServiceSort }) {
  const t = useStore(catalogueTexts);
  const names = useStore(categoryTexts);
  const counts = trpc.services.categories.useQuery(undefined, { staleTime: 60_000 });
  const prefetch = usePrefetchCategory();
  const list = useRef<HTMLDivElement>(null);
  const countOf = (tab: Category) => counts.data?.find((each) => each.category === tab)?.count;
  const all = counts.data?.reduce((sum, { count }) => sum + count, 0);

  const centred = useRef({ category, at: 0 });
  // The tabs get wider when the counts arrive.
  useEffect(() => {
    const element = list.current;
    const last = centred.current;
    // If the reader has scrolled, perhaps before hydration, the position stays until another tab is chosen.
    if (!element || (last.category === category && last.at !== element.scrollLeft)) return;
    centreChosen(element);
    centred.current = { category, at: element.scrollLeft };
  }, [category, counts.isSuccess]);

  return (
    <Tabs.List
      ref={list}
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
      <Tab value={allTab} label={t.all} count={all} onPoint={() => void prefetch(undefined, sort)} />
      {shownCategories.map((each) => (
        <Tab
          key={each}
          value={each}
          label={names[each]}
          count={countOf(each)}
          onPoint={() => void prefetch(each, sort)}
        />
      ))}
    </Tabs.List>
  );
}

/** Not `scrollIntoView`, after which the first Tab key would skip everything before the chosen tab. */
function centreChosen(list: HTMLElement): void {
  const chosen = list.querySelector<HTMLElement>('[aria-selected=true]');
  if (chosen) list.scrollLeft = chosen.offsetLeft - (list.clientWidth - chosen.offsetWidth) / 2;
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
