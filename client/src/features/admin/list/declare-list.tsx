import { Box, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import type { RowData } from '@tanstack/react-table';
import { createContext, type ReactNode, Suspense, useCallback, useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Choice } from '../../../components/choice.tsx';
import { DataTable } from '../../../components/data-table/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { SearchBox } from '../../../components/search-box.tsx';
import { commonTexts } from '../../../i18n/en/common.ts';
import { $language } from '../../../i18n/language.ts';
import { useRows } from '../../../lib/paged-list.ts';
import { usePagesInUrl } from '../../../lib/pages-in-url.ts';
import { oneOf, useUrlParam, useUrlParams } from '../../../lib/url-state.ts';
import { useInLanguage } from '../use-in-language.ts';
import { useIsTable } from '../use-is-table.ts';
import type { ListDeclaration, ListQuery, PageOf, RowActions, Show } from './declaration.ts';

/**
 * Makes a component of a declared list: `declareList<Row, Props>()({ … })`. `useInput` and `useList` stand first, for the types of the others.
 * @returns a function from the declaration to the component, whose `toolbar` stands before the filters
 */
export function declareList<Row extends RowData, Props extends object = object>() {
  return <Input, Query extends ListQuery<Row>, Actions extends RowActions = RowActions>(
    list: ListDeclaration<Row, Props, Input, Query, Actions>,
  ): ((props: Props & { toolbar?: ReactNode }) => ReactNode) => {
    const { heading, dense = false, sorts, rowPath, onRowClick, includes, Layer, Rows } = list;
    const { useInput, useList, useCount = useNothing } = list;
    const { Context, useActions } = list.actions ?? { Context: NoActions, useActions: useNothing };
    const rowId = list.rowId ?? ((row: Row) => String((row as { id: number }).id));

    return function DeclaredList(props) {
      useStore($language);
      const navigate = useNavigate();
      const input = useSame(useInput(useUrlParams()));
      const query = useList(input, props);
      const read = useRows(query);
      const rows = useMemo(() => (includes ? read.filter((row) => includes(row, input)) : read), [read, input]);
      const [shown, setShown] = useState<{ dialog: Parameters<Show<Row>>[0] }>();
      const show: Show<Row> = useCallback((dialog) => setShown({ dialog }), []);
      const readAtMs = list.ageOnRead ? query.dataUpdatedAt : 0;
      const columns = useInLanguage(
        useCallback(() => list.columns?.({ input, show, readAtMs }) ?? [], [input, show, readAtMs]),
      );
      const actions = useActions(show, props);
      const count = useCount();
      const sort = useSort(sorts?.values ?? []);
      const t = list.words(input);
      const page = query.data?.pages[0] as PageOf<Query> | undefined;
      const state = { input, page, rows, isOld: query.isPlaceholderData ?? false, show };
      const onClick = rowPath ? (row: Row) => void navigate(rowPath(row)) : (row: Row) => onRowClick?.(row, show);
      return (
        <Context value={actions ?? null}>
          {heading && (
            <PageHeading
              dense={heading === 'dense'}
              title={t.heading}
              text={!list.isTextBelow && t.headingText}
              count={count}
            >
              {list.headingTools?.(state)}
            </PageHeading>
          )}
          {list.hasPagesInUrl && <PagesInUrl query={query} />}
          {query.data && read.length === 0 && t.noneText ? (
            <>
              {props.toolbar}
              <EmptyState icon={list.emptyIcon} title={t.none} text={t.noneText} />
            </>
          ) : Rows ? (
            <Box data-dense>
              {list.filters?.(state)}
              <Rows name={t.heading} query={query} rows={rows} emptyText={t.none} />
            </Box>
          ) : (
            <DataTable
              name={t.heading}
              keptAs={list.keptAs}
              dense={dense}
              columns={columns}
              query={query}
              rows={rows}
              rowId={rowId}
              emptyText={t.none}
              rowTone={list.rowTone}
              tableFromPx={list.tableFromPx}
              pendingIds={actions?.pending}
              onRowClick={rowPath || onRowClick ? onClick : undefined}
              toolbar={
                <>
                  {props.toolbar}
                  {t.search && <SearchBox label={t.search} placeholder={t.searchHint} />}
                  {list.filters?.(state)}
                  {list.isTextBelow && <Text color="fg.muted">{t.headingText}</Text>}
                  {sorts && <SortSelect {...sort} words={sorts.words()} />}
                </>
              }
              filters={list.summary?.(state)}
              sort={sorts && sort}
              tools={list.tools?.(input)}
            />
          )}
          <Suspense>
            {Layer && <Layer />}
            {shown?.dialog?.(rows)}
          </Suspense>
        </Context>
      );
    };
  };
}

const NoActions = createContext<unknown>(null);
const useNothing = () => undefined;

/** The same object until its contents change. */
function useSame<Value>(value: Value): Value {
  const [same, setSame] = useState(value);
  if (JSON.stringify(same) === JSON.stringify(value)) return same;
  setSame(value);
  return value;
}

interface Sort {
  value: string;
  onChange: (sort: string) => void;
}

/** The sort order in the URL, which does not have the default. */
function useSort(values: readonly string[]): Sort & { values: readonly string[] } {
  const [param, choose] = useUrlParam('sort');
  const usual = values[0] ?? '';
  return {
    values,
    value: oneOf(param, values) ?? usual,
    onChange: (next) => choose(next === usual ? '' : next),
  };
}

/** Chooses the sort order where there are no headers. */
function SortSelect({ values, words, ...choice }: ReturnType<typeof useSort> & { words: Record<string, string> }) {
  const { sort } = useStore(commonTexts);
  if (useIsTable()) return null;
  return (
    <Choice
      look={{ w: 'auto' }}
      aria-label={sort}
      options={values.map((value) => [value, words[value] ?? value])}
      {...choice}
    />
  );
}

function PagesInUrl({ query }: { query: Parameters<typeof usePagesInUrl>[0] }) {
  usePagesInUrl(query);
  return null;
}
