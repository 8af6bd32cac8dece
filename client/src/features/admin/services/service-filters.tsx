import { useStore } from '@nanostores/react';
import { shownCategories } from '../../../components/category-icon.tsx';
import { categoryTexts } from '../../../i18n/en/common.ts';
import { useIsWide } from '../../../lib/media.ts';
import { useUrlParam } from '../../../lib/url-state.ts';
import { Choice, type Option } from '../choice.tsx';
import { FilterMenu } from '../review-queue/filter-menu.tsx';
import { shelfNames, sortNames, useServiceFilter } from './use-service-filter.ts';

/** From this screen width on they fit on one line with the search and the tools. */
const SELECTS_FROM_PX = 1360;

/** The filters and the sort order of the services, stored in the URL; in a menu if there is no room. */
export function ServiceFilters() {
  const { category, sort, shelf } = useServiceFilter();
  const isWide = useIsWide(SELECTS_FROM_PX);
  if (isWide) return <Selects />;
  return (
    <FilterMenu active={[category, sort, shelf].filter(Boolean).length}>
      <Selects />
    </FilterMenu>
  );
}

function Selects() {
  const names = useStore(categoryTexts);
  const { category, sort, shelf } = useServiceFilter();
  const categories = shownCategories.map((each) => [each, names[each]] as const);
  return (
    <>
      <UrlChoice
        label="Filter by category"
        param="category"
        value={category}
        options={[['', 'All categories'], ...categories]}
      />
      <UrlChoice label="Which services" param="shelf" value={shelf} options={usualFirst(shelfNames)} />
      <UrlChoice label="Sort services" param="sort" value={sort} options={usualFirst(sortNames)} />
    </>
  );
}

/** The first is the default, which has no parameter. */
function usualFirst(names: Record<string, string>): Option[] {
  return Object.entries(names).map(([value, words], index) => [index === 0 ? '' : value, words]);
}

interface UrlChoiceProps {
  label: string;
  param: string;
  value: string | undefined;
  options: readonly Option[];
}

function UrlChoice({ label, param, value = '', options }: UrlChoiceProps) {
  const [, choose] = useUrlParam(param);
  return <Choice look={{ w: 'auto' }} aria-label={label} value={value} options={options} onChange={choose} />;
}
