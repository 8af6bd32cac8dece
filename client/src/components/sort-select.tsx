import { NativeSelect } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import type { HistorySort } from '../../../shared/history-sorts.ts';
import { commonTexts, historySortTexts } from '../i18n/en/common.ts';
import { oneOf, useUrlParam } from '../lib/url-state.ts';

/** The order of a history that the URL asks for; undefined for its usual one. */
export function useSortParam<Sort extends HistorySort>(sorts: readonly Sort[]): Sort | undefined {
  const [sort] = useUrlParam('sort');
  return oneOf(sort, sorts);
}

/** Chooses a history's order, kept in the URL; the first of `sorts` is the usual one. */
export function SortSelect({ sorts }: { sorts: readonly HistorySort[] }) {
  const t = useStore(commonTexts);
  const names = useStore(historySortTexts);
  const [sort, choose] = useUrlParam('sort');
  const usual = sorts[0] ?? '';
  return (
    <NativeSelect.Root size="sm" w="auto">
      <NativeSelect.Field
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
  );
}
