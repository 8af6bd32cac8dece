import { useStore } from '@nanostores/react';
import { Choice, type Option } from '../../../components/choice.tsx';
import {
  adminServiceShelfTexts,
  adminServiceSortTexts,
  adminServicesTexts,
} from '../../../i18n/en/admin/admin-services.ts';
import { useIsWide } from '../../../lib/media.ts';
import { useUrlParam } from '../../../lib/url-state.ts';
import { FilterMenu } from '../review-queue/filter-menu.tsx';
import { useShopCategories } from '../shop-categories.ts';
import { shelves, sorts, useServiceFilter } from './use-service-filter.ts';

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
  const t = useStore(adminServicesTexts);
  const { options } = useShopCategories();
  const shelfNames = useStore(adminServiceShelfTexts);
  const sortNames = useStore(adminServiceSortTexts);
  const { category, sort, shelf } = useServiceFilter();
  return (
    <>
      <UrlChoice
        label={t.filterCategory}
        param="category"
        value={category}
        options={[['', t.allCategories], ...options]}
      />
      <UrlChoice label={t.filterShelf} param="shelf" value={shelf} options={usualFirst(shelves, shelfNames)} />
      <UrlChoice label={t.sort} param="sort" value={sort} options={usualFirst(sorts, sortNames)} />
    </>
  );
}

/** The first is the default, which has no parameter. */
function usualFirst<Value extends string>(values: readonly Value[], names: Record<Value, string>): Option[] {
  return values.map((value, index) => [index === 0 ? '' : value, names[value]]);
}

interface UrlChoiceProps {
  label: string;
  param: string;
  value: string | undefined;
  options: readonly Option[];
}

function UrlChoice({ label, param, value = '', options }: UrlChoiceProps) {
  const [, choose] = useUrlParam(param);
  return (
    <Choice
      look={{ w: 'auto', maxW: { xl: '10.5rem' } }}
      aria-label={label}
      value={value}
      options={options}
      onChange={choose}
    />
  );
}
