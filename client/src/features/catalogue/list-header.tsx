import { useStore } from '@nanostores/react';
import type { ServiceSort } from '#shared/services.ts';
import { SortButton } from '../../components/data-table/sort-button.tsx';
import { catalogueTexts } from '../../i18n/en/catalogue.ts';
import { commonTexts } from '../../i18n/en/common.ts';
import { useUrlParam } from '../../lib/url-state.ts';

interface ListHeaderProps {
  sort: ServiceSort;
  /** Whether a service has a measured time. */
  isMeasured: boolean;
}

/** The columns' names, which sort the list; on narrow screens and above cards it is hidden. */
export function ListHeader({ sort, isMeasured }: ListHeaderProps) {
  const t = useStore(catalogueTexts);
  const common = useStore(commonTexts);
  const [, onChange] = useUrlParam('sort');
  const state = { value: sort, onChange };
  return (
    <div data-part="header" role="group" aria-label={common.sort}>
      <span>
        <SortButton header={t.service} sorts={{ first: 'ascending', ascending: 'name' }} sort={state} />
      </span>
      <span data-part="about">{t.description}</span>
      <span data-part="price">
        <SortButton
          header={t.pricePer1000}
          sorts={{ first: 'ascending', ascending: 'priceLow', descending: 'priceHigh' }}
          sort={state}
        />
      </span>
      <span data-part="min">{t.min}</span>
      <span data-part="max">{t.max}</span>
      <span data-part="time">
        <SortButton header={t.avgTime} sorts={{ first: 'ascending', ascending: 'fastest' }} sort={state} />
      </span>
      {isMeasured && (
        <span data-part="measured" title={t.measuredText}>
          {t.measured}
        </span>
      )}
    </div>
  );
}
