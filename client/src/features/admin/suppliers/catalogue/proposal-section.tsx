import { Alert, Button, Flex, Span, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import type { RowSelectionState } from '@tanstack/react-table';
import { Suspense, useMemo, useRef, useState } from 'react';
import { LuRefreshCw, LuTriangleAlert } from 'react-icons/lu';
import { MAX_ACCEPTED_LINES, type ProposalChange, proposalChanges } from '#shared/supplier-catalogue.ts';
import { DataTable } from '../../../../components/data-table/data-table.tsx';
import { TextField } from '../../../../components/fields.tsx';
import { FilterChips } from '../../../../components/filter-chips.tsx';
import { SearchBox } from '../../../../components/search-box.tsx';
import { proposalChangeTexts, proposalTexts } from '../../../../i18n/en/admin/supplier-catalogue.ts';
import { fieldMessage } from '../../../../lib/errors.ts';
import { lazyWithPreload } from '../../../../lib/lazy-with-preload.tsx';
import { pagedList, useRows } from '../../../../lib/paged-list.ts';
import { parseMargin } from '../../../../lib/parse-typed.ts';
import { trpc } from '../../../../lib/trpc.ts';
import { oneOf, useSearchText, useUrlParam } from '../../../../lib/url-state.ts';
import { SelectionFrame } from '../../selection-frame.tsx';
import { useInLanguage } from '../../use-in-language.ts';
import type { Supplier } from '../supplier.ts';
import { canAccept, idOfLine, type Line, LinesContext, proposalColumns } from './proposal-columns.tsx';
import { type Accepted, useAccept, useFetchList, useResume } from './use-accept.ts';
import { usePriceWithMargin } from './use-price-with-margin.ts';

const { Part: AcceptedDialog } = lazyWithPreload(() => import('./accepted-dialog.tsx'));

/** How a supplier's list differs from the shop, and the acceptance of its lines: all, those of a filter, or chosen ones. */
export default function ProposalSection({ supplier }: { supplier: Supplier }) {
  const t = useStore(proposalTexts);
  const { id } = supplier;
  const filter = useProposalFilter();
  const query = trpc.admin.suppliers.proposal.useInfiniteQuery(
    { id, ...(filter && { filter }) },
    { ...pagedList, staleTime: 60_000 },
  );
  const rows = useRows(query);
  const first = query.data?.pages[0];
  const counts = first?.counts;
  const acceptable = counts?.acceptable ?? 0;
  const fetchButton = useRef<HTMLButtonElement>(null);
  const fetching = useFetchList(id, fetchButton);
  const [selected, select] = useState<RowSelectionState>({});
  const [categories, setCategories] = useState<ReadonlyMap<string, string>>(new Map());
  const [typedMargin, setTypedMargin] = useState('');
  const margin = parseMargin(typedMargin);
  const priceOf = usePriceWithMargin(supplier, margin.percent);
  const resume = useResume(id);
  const [result, setResult] = useState<Accepted | null>(null);
  const { accept, isPending } = useAccept(id, (accepted) => {
    select({});
    setCategories(new Map());
    if (accepted.leftOutCount > 0) setResult(accepted);
  });
  const context = useMemo(
    () => ({
      currency: supplier.currency,
      categories,
      chooseCategory(line: Line, category: string) {
        setCategories((before) => new Map(before).set(idOfLine(line), category));
        select((before) => ({ ...before, [idOfLine(line)]: true }));
      },
      priceOf,
      resume,
    }),
    [supplier.currency, categories, priceOf, resume],
  );
  const columns = useInLanguage(proposalColumns);
  const chosen = Object.keys(selected);
  const areTooMany = chosen.length > MAX_ACCEPTED_LINES;
  const send = (lines: string[] | undefined) => {
    if (margin.isWrong) return;
    void accept({
      doubted: rows.filter((line) => line.isDoubted && lines?.includes(idOfLine(line))),
      ...{ priceOf, currency: supplier.currency },
      lines: lines?.map((externalId) => {
        const category = categories.get(externalId);
        return category ? { externalId, category } : externalId;
      }),
      filter,
      count: lines?.length ?? acceptable,
      marginPercent: margin.percent,
      readAt: first?.listedAt ?? undefined,
    });
  };

  return (
    <LinesContext value={context}>
      {first?.problem && <ListProblem problem={first.problem} fetching={fetching} />}
      <Flex gap="4" align="end" wrap="wrap" justify="space-between">
        <Flex gap="4" align="start" wrap="wrap" flex="1 1 20rem">
          <TextField
            label={t.margin}
            hint={t.marginHint}
            autoComplete="off"
            inputMode="decimal"
            maxW="10rem"
            maxLength={9}
            value={typedMargin}
            onChange={({ target }) => setTypedMargin(target.value)}
            error={margin.isWrong ? { type: 'custom', message: t.marginWrong } : undefined}
          />
        </Flex>
        <Flex gap="2" wrap="wrap">
          <Button
            ref={fetchButton}
            variant="outline"
            loading={fetching.isPending}
            loadingText={fetching.line ?? t.fetching}
            onClick={() => void fetching.fetch()}
          >
            <LuRefreshCw aria-hidden /> {t.fetch}
          </Button>
          {acceptable > 0 && (
            <Button
              colorPalette="brand"
              loading={isPending}
              loadingText={t.accepting}
              // The count of another filter says nothing about this one.
              disabled={margin.isWrong || query.isPlaceholderData}
              onClick={() => send(undefined)}
            >
              {filter ? t.acceptFiltered({ count: acceptable }) : t.acceptAll({ count: acceptable })}
            </Button>
          )}
        </Flex>
      </Flex>
      {counts && first.listedAt && (
        <Text color="fg.muted" textStyle="sm">
          {t.listedCount({ count: counts.listed })}{' '}
          {first.leftOut > 0 && <Span color="fg.warning">{t.leftOutLong({ count: first.leftOut })}</Span>}
        </Text>
      )}
      <DataTable
        name={t.lines}
        keptAs="Proposal"
        columns={columns}
        query={query}
        rows={rows}
        rowId={idOfLine}
        tableFromPx={1100}
        emptyText={first && !first.listedAt ? t.neverListed : filter ? t.noLines : t.fetchedNone}
        selection={{ selected, onChange: select, canSelect: canAccept }}
        toolbar={
          <>
            <SearchBox label={t.search} placeholder={t.searchHint} />
            <ChangeChips counts={counts} />
          </>
        }
      />
      {chosen.length > 0 && (
        <SelectionFrame
          label={t.chosen}
          text={t.chosenCount({ count: chosen.length })}
          more={areTooMany && <Text color="fg.warning">{t.chosenTooMany({ count: MAX_ACCEPTED_LINES })}</Text>}
          onClear={() => select({})}
        >
          <Button
            colorPalette="brand"
            loading={isPending}
            loadingText={t.accepting}
            disabled={margin.isWrong || areTooMany}
            onClick={() => send(chosen)}
          >
            {t.accept({ count: chosen.length })}
          </Button>
        </SelectionFrame>
      )}
      <Suspense>{result && <AcceptedDialog accepted={result} onClose={() => setResult(null)} />}</Suspense>
    </LinesContext>
  );
}

type Counts = Record<ProposalChange | 'all', number>;
interface Filter {
  change?: ProposalChange;
  search?: string;
}

/** The filter in the URL; undefined for none. */
function useProposalFilter(): Filter | undefined {
  const [changeParam] = useUrlParam('change');
  const [search] = useSearchText();
  const change = oneOf(changeParam, proposalChanges);
  return useMemo(
    () => (change || search ? { ...(change && { change }), ...(search && { search }) } : undefined),
    [change, search],
  );
}

function ChangeChips({ counts }: { counts: Counts | undefined }) {
  const t = useStore(proposalTexts);
  const words = useStore(proposalChangeTexts);
  const [chosen] = useUrlParam('change');
  // Empty ones only take room.
  const shown = proposalChanges.filter((change) => counts?.[change] !== 0 || change === chosen);
  return (
    <FilterChips
      param="change"
      label={t.filter}
      allCount={counts?.all}
      options={shown.map((change) => ({ value: change, label: words[change], count: counts?.[change] }))}
    />
  );
}

interface ListProblemProps {
  fetching: ReturnType<typeof useFetchList>;
  problem: { reason: string; text: string };
}

/** Why the last list was not taken. Nothing was changed then. */
function ListProblem({ problem, fetching: { fetchAnyway, isPending, line } }: ListProblemProps) {
  const t = useStore(proposalTexts);
  return (
    <Alert.Root status="warning" alignItems="center" flexWrap="wrap">
      <Alert.Indicator>
        <LuTriangleAlert />
      </Alert.Indicator>
      <Alert.Content flex="1 1 14rem">
        <Alert.Title>{t.problem}</Alert.Title>
        <Alert.Description overflowWrap="anywhere">{fieldMessage(problem.text)}</Alert.Description>
      </Alert.Content>
      {problem.reason === 'shrunken' && (
        <Button variant="outline" loading={isPending} loadingText={line} onClick={() => void fetchAnyway()}>
          {t.fetchAnyway}
        </Button>
      )}
    </Alert.Root>
  );
}
