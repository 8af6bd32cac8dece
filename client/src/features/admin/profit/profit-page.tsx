import { Flex } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { profitGroups } from '#shared/reports.ts';
import { daysBefore, isDay, shopDay } from '#shared/shop-days.ts';
import { LabelledDay } from '../../../components/day-input.tsx';
import { ExportButton } from '../../../components/export-button.tsx';
import { FilterChips } from '../../../components/filter-chips.tsx';
import { profitTexts } from '../../../i18n/en/admin/profit.ts';
import { pagedList } from '../../../lib/paged-list.ts';
import { $timeZone } from '../../../lib/time-zone.ts';
import { trpc } from '../../../lib/trpc.ts';
import { useNow } from '../../../lib/use-now.ts';
import { declareList } from '../list/declare-list.tsx';
import { type ProfitRow, profitColumns } from './profit-columns.tsx';
import { ProfitTotal } from './profit-total.tsx';

const FRESH_FOR_MS = 30_000;
const USUAL_DAYS = 30;

/** The default comes first. */
const groups = [...profitGroups].toSorted((one, other) => Number(other === 'day') - Number(one === 'day'));

/** Revenue, cost and profit of some days, by service, supplier, customer or day. */
export default declareList<ProfitRow>()({
  keptAs: 'Profit',
  heading: 'plain',
  /** The last thirty days by default, and instead of a first day that is after the last one. */
  useInput({ text, oneOf }) {
    const timeZone = useStore($timeZone);
    const today = shopDay(new Date(useNow()), timeZone);
    const dayIn = (name: string) => (isDay(text(name)) ? text(name) : undefined);
    const chosen = { from: dayIn('from'), to: dayIn('to') };
    const last = chosen.to ?? today;
    const isReplaced = chosen.from !== undefined && chosen.from > last;
    const from = chosen.from === undefined || isReplaced ? daysBefore(last, USUAL_DAYS - 1) : chosen.from;
    return { input: { by: oneOf('by', profitGroups) ?? 'day', from, to: last }, chosen, isReplaced };
  },
  useList: ({ input }) => trpc.admin.reports.profit.useInfiniteQuery(input, { ...pagedList, staleTime: FRESH_FOR_MS }),
  words: () => profitTexts.get(),
  columns: ({ input }) => profitColumns(input.input.by),
  rowId: ({ id, name }) => `${id} ${name}`,
  headingTools: ({ input }) => <ExportButton list="profit" input={input.input} />,
  summary: ({ input: { input, isReplaced }, page, isOld }) =>
    page && <ProfitTotal total={page.totals} {...input} isReplaced={isReplaced} isOld={isOld} />,
  filters({ input: { input, chosen } }) {
    const t = profitTexts.get();
    const names = { day: t.byDay, service: t.byService, supplier: t.bySupplier, customer: t.byCustomer };
    return (
      <Flex gap="3" wrap="wrap" align="center" justify="space-between" w="full">
        <FilterChips
          param="by"
          label={t.groupBy}
          unchosen="day"
          options={groups.map((value) => ({ value, label: names[value] }))}
        />
        <Flex gap="3" wrap="wrap">
          <LabelledDay label={t.fromDay} param="from" unset={input.from} max={chosen.to} />
          <LabelledDay label={t.toDay} param="to" unset={input.to} min={chosen.from} />
        </Flex>
      </Flex>
    );
  },
});
