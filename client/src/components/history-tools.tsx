import { NativeSelect } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import type { HistorySort } from '#shared/history-sorts.ts';
import { commonTexts } from '../i18n/en/common.ts';
import { historySortTexts } from '../i18n/en/history-sorts.ts';
import type { ExportInputs } from '../lib/trpc.ts';
import { oneOf, useUrlParam } from '../lib/url-state.ts';
import { ExportButton } from './export-button.tsx';

/** The sort order of a history from the URL, as part of its filters; none for the default. */
export function useSortFilter<Sort extends HistorySort>(sorts: readonly Sort[]): { sort?: Sort } {
  const [param] = useUrlParam('sort');
  const sort = oneOf(param, sorts);
  return sort ? { sort } : {};
}

interface HistoryToolsProps<Name extends keyof ExportInputs> {
  /** The first one is the default. */
  sorts: readonly HistorySort[];
  list: Name;
  filters: ExportInputs[Name];
  /** The export as an icon only, if there is little room. */
  compact?: boolean;
}

/** Chooses a history's sort order, stored in the URL, and exports the filtered history. */
export function HistoryTools<Name extends keyof ExportInputs>({
  sorts,
  list,
  filters,
  compact,
}: HistoryToolsProps<Name>) {
  const t = useStore(commonTexts);
  const names = useStore(historySortTexts);
  const [sort, choose] = useUrlParam('sort');
  const usual = sorts[0] ?? '';
  return (
    <>
      <NativeSelect.Root size="sm" w="auto">
        <NativeSelect.Field
          minH={{ base: '10', md: '9' }}
          aria-label={t.sort}
          value={oneOf(sort, sorts) ?? usual}
          onChange={({ target: { value } }) => choose(value === usual ? '' : value)}
        >
          {sorts.map((each) => (
            <option key={each} value={each}>
              {names[each]}
            </option>
          ))}
        </NativeSelect.Field>
        <NativeSelect.Indicator />
      </NativeSelect.Root>
      <ExportButton list={list} input={filters} {...(compact && { compact })} />
    </>
  );
}
