import { Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { Suspense, useCallback, useState } from 'react';
import { missingFilters } from '#shared/missing.ts';
import { DataTable } from '../../../components/data-table/data-table.tsx';
import { FilterChips } from '../../../components/filter-chips.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { missingTexts } from '../../../i18n/en/admin/missing.ts';
import { lazyWithPreload } from '../../../lib/lazy-with-preload.tsx';
import { usePageMeta } from '../../../lib/page-meta.ts';
import { useRows } from '../../../lib/paged-list.ts';
import { trpc } from '../../../lib/trpc.ts';
import { oneOf, useUrlParam } from '../../../lib/url-state.ts';
import { polledList } from '../live-list.ts';
import { useInLanguage } from '../use-in-language.ts';
import { openColumns, settledColumns } from './missing-columns.tsx';
import type { Missing } from './missing-words.ts';

const { Part: SettleDialog } = lazyWithPreload(() => import('./settle-dialog.tsx'));

/** Acknowledged entries that the database lacks, newest first, and those that were settled. */
export default function MissingPage() {
  const t = useStore(missingTexts);
  usePageMeta(t.heading);
  const [stateParam] = useUrlParam('state');
  const state = oneOf(stateParam, missingFilters) ?? 'open';
  const query = trpc.admin.missing.list.useInfiniteQuery({ state }, polledList);
  const [settling, setSettling] = useState<Missing | null>(null);
  const makeOpen = useCallback(() => openColumns(setSettling), []);
  const columns = useInLanguage(state === 'open' ? makeOpen : settledColumns);
  return (
    <>
      <PageHeading dense title={t.heading} />
      <DataTable
        name={t.heading}
        keptAs="Missing entries"
        columns={columns}
        query={query}
        rows={useRows(query)}
        rowId={({ id }) => String(id)}
        emptyText={state === 'open' ? t.none : t.noneSettled}
        toolbar={
          <>
            <FilterChips
              param="state"
              label={t.show}
              unchosen="open"
              options={[
                { value: 'open', label: t.open, count: query.data?.pages[0]?.open },
                { value: 'settled', label: t.settled },
              ]}
            />
            <Text color="fg.muted">{t.headingText}</Text>
          </>
        }
      />
      <Suspense>
        {settling && <SettleDialog key={settling.id} entry={settling} onClose={() => setSettling(null)} />}
      </Suspense>
    </>
  );
}
