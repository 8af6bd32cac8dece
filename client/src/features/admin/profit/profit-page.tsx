import { Field, Flex } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useCallback } from 'react';
import { type ProfitGroup, profitGroups } from '#shared/reports.ts';
import { daysBefore, isDay, shopDay } from '#shared/shop-days.ts';
import { DataTable } from '../../../components/data-table/data-table.tsx';
import { DayInput, type DayInputProps } from '../../../components/day-input.tsx';
import { ExportButton } from '../../../components/export-button.tsx';
import { FilterChips } from '../../../components/filter-chips.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { profitTexts } from '../../../i18n/en/admin/profit.ts';
import { usePageMeta } from '../../../lib/page-meta.ts';
import { pagedList, useRows } from '../../../lib/paged-list.ts';
import { $timeZone } from '../../../lib/time-zone.ts';
import { trpc } from '../../../lib/trpc.ts';
import { oneOf, useUrlParam } from '../../../lib/url-state.ts';
import { useNow } from '../../../lib/use-now.ts';
import { useInLanguage } from '../use-in-language.ts';
import { profitColumns } from './profit-columns.tsx';
import { ProfitTotal } from './profit-total.tsx';

const FRESH_FOR_MS = 30_000;
const USUAL_DAYS = 30;

/** Revenue, cost and profit of some days, by service, supplier, customer or day. */
export default function ProfitPage() {
  const t = useStore(profitTexts);
  usePageMeta(t.heading);
  const { input, chosen, isReplaced } = useProfitInput();
  const { by } = input;
  const query = trpc.admin.reports.profit.useInfiniteQuery(input, { ...pagedList, staleTime: FRESH_FOR_MS });
  const makeColumns = useCallback(() => profitColumns(by), [by]);
  const total = query.data?.pages[0]?.totals;
  const names: Record<ProfitGroup, string> = {
    day: t.byDay,
    service: t.byService,
    supplier: t.bySupplier,
    customer: t.byCustomer,
  };
  return (
    <>
      <PageHeading title={t.heading} text={t.headingText}>
        <ExportButton list="profit" input={input} />
      </PageHeading>
      <DataTable
        name={t.heading}
        keptAs="Profit"
        columns={useInLanguage(makeColumns)}
        query={query}
        rows={useRows(query)}
        rowId={({ id, name }) => `${id} ${name}`}
        emptyText={t.none}
        toolbar={
          <>
            <Flex gap="3" wrap="wrap" align="center" justify="space-between" w="full">
              <FilterChips
                param="by"
                label={t.groupBy}
                unchosen="day"
                options={groups.map((value) => ({ value, label: names[value] }))}
              />
              <Flex gap="3" wrap="wrap">
                <Day label={t.fromDay} param="from" unset={input.from} max={chosen.to} />
                <Day label={t.toDay} param="to" unset={input.to} min={chosen.from} />
              </Flex>
            </Flex>
            {total && <ProfitTotal total={total} {...input} isReplaced={isReplaced} isOld={query.isPlaceholderData} />}
          </>
        }
      />
    </>
  );
}

/** The default comes first. */
const groups = [...profitGroups].toSorted((one, other) => Number(other === 'day') - Number(one === 'day'));

/** The filters of the URL; the last thirty days by default, and instead of a first day that is after the last one. */
function useProfitInput() {
  const [byParam] = useUrlParam('by');
  const [from] = useUrlParam('from');
  const [to] = useUrlParam('to');
  const timeZone = useStore($timeZone);
  const today = shopDay(new Date(useNow()), timeZone);
  const chosen = { from: isDay(from) ? from : undefined, to: isDay(to) ? to : undefined };
  const last = chosen.to ?? today;
  const isReplaced = chosen.from !== undefined && chosen.from > last;
  const first = chosen.from === undefined || isReplaced ? daysBefore(last, USUAL_DAYS - 1) : chosen.from;
  const by: ProfitGroup = oneOf(byParam, profitGroups) ?? 'day';
  return { input: { by, from: first, to: last }, chosen, isReplaced };
}

function Day({ label, ...rest }: DayInputProps & { label: string }) {
  return (
    <Field.Root orientation="horizontal" w="auto" gap="2" justifyContent="start">
      <Field.Label fontWeight="normal" color="fg.muted" flex="none">
        {label}
      </Field.Label>
      <DayInput w="9.5rem" {...rest} />
    </Field.Root>
  );
}
