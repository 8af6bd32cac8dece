import { missingFilters } from '#shared/missing.ts';
import { FilterChips } from '../../../components/filter-chips.tsx';
import { missingTexts } from '../../../i18n/en/admin/missing.ts';
import { lazyWithPreload } from '../../../lib/lazy-with-preload.tsx';
import { trpc } from '../../../lib/trpc.ts';
import { declareList } from '../list/declare-list.tsx';
import { polledList } from '../live-list.ts';
import { openColumns, settledColumns } from './missing-columns.tsx';
import type { Missing } from './missing-words.ts';

const { Part: SettleDialog } = lazyWithPreload(() => import('./settle-dialog.tsx'));

/** Acknowledged entries that the database lacks, newest first, and those that were settled. */
export default declareList<Missing>()({
  keptAs: 'Missing entries',
  heading: 'dense',
  isTextBelow: true,
  useInput: ({ oneOf }) => ({ state: oneOf('state', missingFilters) ?? 'open' }),
  useList: (input) => trpc.admin.missing.list.useInfiniteQuery(input, polledList),
  words({ state }) {
    const t = missingTexts.get();
    return { ...t, none: state === 'open' ? t.none : t.noneSettled };
  },
  columns: ({ input, show }) =>
    input.state === 'open'
      ? openColumns((entry) => show(() => <SettleDialog entry={entry} onClose={() => show(null)} />))
      : settledColumns(),
  filters({ page }) {
    const t = missingTexts.get();
    return (
      <FilterChips
        param="state"
        label={t.show}
        unchosen="open"
        options={[
          { value: 'open', label: t.open, count: page?.open },
          { value: 'settled', label: t.settled },
        ]}
      />
    );
  },
});
