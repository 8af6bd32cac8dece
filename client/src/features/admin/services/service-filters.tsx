import { NativeSelect } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { shownCategories } from '../../../components/category-icon.tsx';
import { categoryTexts } from '../../../i18n/en/common.ts';
import { useIsWide } from '../../../lib/media.ts';
import { useUrlParam } from '../../../lib/url-state.ts';
import { FilterMenu } from '../desk/filter-menu.tsx';
import { shelfNames, sortNames, useServiceFilter } from './use-service-filter.ts';

/** From which width of the screen they have room in one line with the search and what is done with the list. */
const SELECTS_FROM_PX = 1360;

/** Which services are listed, and in which order; kept in the URL. Folded away where there is no room for them. */
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
  return (
    <>
      <UrlSelect label="Filter by category" param="category" value={category}>
        <option value="">All categories</option>
        {shownCategories.map((each) => (
          <option key={each} value={each}>
            {names[each]}
          </option>
        ))}
      </UrlSelect>
      <UrlSelect label="Which services" param="shelf" value={shelf}>
        {Object.entries(shelfNames).map(([value, words], index) => (
          <option key={value} value={index === 0 ? '' : value}>
            {words}
          </option>
        ))}
      </UrlSelect>
      <UrlSelect label="Sort services" param="sort" value={sort}>
        {Object.entries(sortNames).map(([value, words], index) => (
          <option key={value} value={index === 0 ? '' : value}>
            {words}
          </option>
        ))}
      </UrlSelect>
    </>
  );
}

interface UrlSelectProps {
  label: string;
  param: string;
  value: string | undefined;
  /** Its options; the one without a value takes the parameter out of the URL. */
  children: React.ReactNode;
}

function UrlSelect({ label, param, value = '', children }: UrlSelectProps) {
  const [, choose] = useUrlParam(param);
  return (
    <NativeSelect.Root size="sm" w="auto">
      <NativeSelect.Field aria-label={label} value={value} onChange={({ target }) => choose(target.value)}>
        {children}
      </NativeSelect.Field>
      <NativeSelect.Indicator />
    </NativeSelect.Root>
  );
}
