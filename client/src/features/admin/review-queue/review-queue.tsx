import { Box, Flex } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { Suspense, useCallback, useMemo, useState } from 'react';
import { parseId } from '#shared/parse-id.ts';
import { DataTable } from '../../../components/data-table/data-table.tsx';
import type { DataTableProps } from '../../../components/data-table/table-props.ts';
import { ExportButton } from '../../../components/export-button.tsx';
import { FilterChips } from '../../../components/filter-chips.tsx';
import { LazyBoundary } from '../../../components/lazy-boundary.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { SearchBox } from '../../../components/search-box.tsx';
import { adminTexts } from '../../../i18n/en/admin/admin.ts';
import { queueTexts } from '../../../i18n/en/admin/review-queue.ts';
import { commonTexts } from '../../../i18n/en/common.ts';
import { withCommand } from '../../../lib/command-key.ts';
import { lazyWithPreload } from '../../../lib/lazy-with-preload.tsx';
import { useIsWide } from '../../../lib/media.ts';
import { usePreloadOnIntent } from '../../../lib/preload-on-intent.ts';
import { undoWaitingJob } from '../jobs/undo-waiting-job.ts';
import { useRowsInJobs } from '../jobs/use-rows-in-jobs.ts';
import { useInLanguage } from '../use-in-language.ts';
import { useReadMoneyAgain } from '../use-read-money-again.ts';
import type { Actions, Declaration, QueueRow, RowTool } from './declaration.ts';
import { FilterMenu } from './filter-menu.tsx';
import { FilterFields, loadFilterFields } from './filters.tsx';
import { KeysHint } from './keys-hint.tsx';
import { ListNotices } from './list-notices.tsx';
import { RowRefusal, WaitingBar } from './pending-decision.tsx';
import { undoLast } from './pending-decisions.ts';
import { useDecide } from './use-decide.ts';
import { type Decisions, idOf, loadReasonDialog, useDecisions } from './use-decisions.tsx';
import { useOpenedRow } from './use-opened-row.ts';
import { everyStatus, SEARCH_PAUSE_MS } from './use-queue-filter.ts';
import { moveKeys, openKeys, type QueueKey, useQueueKeys } from './use-queue-keys.ts';
import { useOpenedRowData, useQueueList } from './use-queue-list.ts';
import { useScrollRestoration } from './use-scroll-restoration.ts';
import { useSendOnLeaving } from './use-send-on-leaving.ts';

const loadBulkArea = () => import('./bulk-area.tsx');
/** Behind the first paint. `lazy` loses the type parameter. */
const BulkArea = lazyWithPreload(loadBulkArea as never).Part as Awaited<ReturnType<typeof loadBulkArea>>['default'];

/** The page of a declared review queue: the list, its filters and shortcuts, and the confirmation dialogs before money moves. */
export function ReviewQueue<Row extends QueueRow, Status extends string, Sort extends string, Further extends object>({
  queue,
}: {
  queue: Declaration<Row, Status, Sort, Further>;
}) {
  const { kind, statuses, undecided, reviewers, Details, Tool } = queue;
  const { View } = queue.further;
  const { status } = useStore(adminTexts);
  const { all } = useStore(commonTexts);
  const words = useInLanguage(queue.words);
  const { filters, isView, listInput, listKey, query, stable, rows, ids, counts, total, unchosen, sort, readMatching } =
    useQueueList(queue, words.tab);
  const decide = useDecide<Row>(queue);
  const refresh = useReadMoneyAgain();
  const decisions = useDecisions<Row>({
    ...queue,
    rows,
    query,
    listKey,
    inJobs: useRowsInJobs(`${kind}s`),
    decide,
    refresh,
    openDetails: (row) => open(idOf(row)),
  });
  const { active, handle, selection } = decisions;
  const { openedId, open, close } = useOpenedRow(kind, active, ids);
  const openId = parseId(openedId);
  const openRow = useOpenedRowData<Row>(queue, openId);
  const Note = useNotes(kind);
  const columns = useInLanguage(useCallback(() => queue.columns(handle, isView), [queue, handle, isView]));

  const isWide = useIsWide();
  const [hintIsOpen, openHint] = useState(false);
  const [bulkIsOpen, setBulkOpen] = useState(false);
  const keys = queueKeys(queue, decisions, { openRow, openedId, close });
  useQueueKeys(
    [...keys, { key: '?', does: queueTexts.get().keyHelp, act: () => openHint((isOpen) => !isOpen) }],
    bulkIsOpen || decisions.dialog !== undefined,
  );
  useScrollRestoration({ query, ids, active, openedId });
  useSendOnLeaving();
  usePreloadOnIntent(queue.preload);
  usePreloadOnIntent(loadSharedDialogs);

  return (
    <>
      <Flex align="start" gap="4">
        <Box flex="1" minW="0">
          <PageHeading
            dense
            title={words.title}
            text={words.text}
            count={counts?.all === undefined ? undefined : words.count(counts.all)}
          >
            {Tool && <Tool />}
            {isWide && <KeysHint keys={[...keys, dialogKey()]} open={hintIsOpen} onOpenChange={openHint} />}
          </PageHeading>
          <DataTable
            name={words.title}
            keptAs={kind}
            dense
            {...(isView && roomForView)}
            columns={columns}
            query={query}
            rows={rows}
            rowId={idOf}
            emptyText={words.none}
            toolbar={
              <>
                <SearchBox label={words.search} placeholder={words.searchHint} pauseMs={SEARCH_PAUSE_MS} />
                <FilterMenu active={filters.length}>
                  <FilterFields reviewers={reviewers} sortNames={words.sorts} sort={sort}>
                    <queue.further.Choice />
                  </FilterFields>
                </FilterMenu>
                <FilterChips
                  param="status"
                  label={status}
                  unchosen={unchosen}
                  isOff={isView}
                  alsoForgets={View && [View.forgets]}
                  options={[
                    chipOf(statuses[0]),
                    { value: everyStatus, label: all },
                    ...statuses.slice(1).map((each) => chipOf(each)),
                  ]}
                />
                {View && <View.Chip isOn={isView} />}
              </>
            }
            filters={<ListNotices filters={filters} stable={stable} query={query} loadedCount={rows.length} />}
            tools={<ExportButton compact list={`all-${kind}s`} input={listInput} />}
            sort={sort}
            total={total}
            active={active.$id}
            selection={{
              selected: selection.selected,
              onChange: selection.onChange,
              canSelect: (row) => decisions.can(row, queue.actions.approve) || decisions.can(row, queue.actions.reject),
            }}
            onRowClick={handle.openDetails}
            Note={Note}
          />
          <LazyBoundary>
            <BulkArea<Row>
              kind={kind}
              decisions={decisions}
              actions={Object.values(queue.actions)}
              listKey={listKey}
              readMatching={readMatching}
              matching={query.hasNextPage ? (total ?? queueTexts.get().rows) : undefined}
              copy={queue.copy}
              Tool={queue.BulkTool}
              words={words}
              onOpenChange={setBulkOpen}
              Bar={isView ? View?.Bar : undefined}
              rows={rows}
              approval={queue.actions.approve}
            />
          </LazyBoundary>
          <WaitingBar lifted={isView || selection.rows.length > 0} />
        </Box>
        {openId !== null && (
          <LazyBoundary>
            <Details
              id={openId}
              queue={handle}
              step={ids.includes(openedId) ? active.move : undefined}
              onClose={close}
            />
          </LazyBoundary>
        )}
      </Flex>
      <Suspense>{decisions.dialog}</Suspense>
    </>
  );

  /** The chips of waiting statuses have a count, if it is not zero. */
  function chipOf(value: Status) {
    const count = undecided.includes(value) ? counts?.[value] || undefined : undefined;
    return { value, label: capitalised(words.statusOf(value)), count };
  }
}

/** Its rows say more. */
const roomForView = { twoLines: true, tableFromPx: 1280 } as const;

interface Opened<Row> {
  openRow: Row | undefined;
  openedId: string;
  close: () => void;
}

function queueKeys<Row extends QueueRow>(
  { actions, tools = [] }: { actions: Actions<Row>; tools?: readonly RowTool<Row>[] },
  { active, activeRow, selection, handle, run }: Decisions<Row>,
  { openRow, openedId, close }: Opened<Row>,
): QueueKey[] {
  const t = queueTexts.get();
  const onRow = (act: (row: Row) => void) => () => {
    // The row in the details is decided, even if the list does not contain it.
    const row = activeRow() ?? openRow;
    if (row) act(row);
  };
  const toggle = (row: Row) => {
    const { [idOf(row)]: wasSelected, ...others } = selection.selected;
    selection.onChange(wasSelected ? others : { ...others, [idOf(row)]: true });
  };
  return [
    ...moveKeys(active, t.keyNext, t.keyPrevious),
    ...Object.values(actions).map((action) => ({
      key: action.key,
      does: action.words().keyText ?? action.words().label,
      act: onRow((row) => run(row, action)),
    })),
    ...tools.map(({ key, label, open }) => ({ key, does: label(), act: onRow((row) => open(row, handle)) })),
    { key: 'x', does: t.keySelect, act: onRow(toggle) },
    { key: 'z', does: t.keyUndo, act: () => undoLast() || undoWaitingJob() },
    ...openKeys(onRow(handle.openDetails), t.keyOpen),
    { key: 'escape', does: t.closeDetails, act: () => openedId && close() },
    { key: '/', does: t.keySearch, act: focusSearch },
  ];
}

/** The dialogs handle it themselves. */
const dialogKey = () => ({ key: 'ctrl+enter', label: withCommand('Enter'), does: queueTexts.get().keyDialog });

function focusSearch(): void {
  document.querySelector<HTMLInputElement>('main input[type=search]')?.focus();
}

const loadSharedDialogs = () => Promise.all([loadReasonDialog(), import('./bulk-dialog.tsx'), loadFilterFields()]);

/** The refusals below their rows. */
function useNotes(kind: string): DataTableProps<QueueRow>['Note'] {
  return useMemo(
    () =>
      function Note({ id, children }) {
        return <RowRefusal decisionKey={`${kind}:${id}`}>{children}</RowRefusal>;
      },
    [kind],
  );
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
