import { useStore } from '@nanostores/react';
import { useMemo } from 'react';
import { addSums } from '#shared/money-sum.ts';
import { RECENT_DAYS } from '#shared/stats.ts';
import { shopTexts } from '../../../i18n/en/admin/shop.ts';
import { dashboardTexts } from '../../../i18n/en/dashboard.ts';
import { $language } from '../../../i18n/language.ts';
import { formatCount } from '../../../lib/format.ts';
import { formatSum } from '../../../lib/money.ts';
import type { Outputs } from '../../../lib/trpc.ts';
import { oneOf, useUrlParam } from '../../../lib/url-state.ts';
import { Chart } from '../chart.tsx';
import { FiguresTable } from '../figures-table.tsx';
import { dayName } from '../months.ts';
import { ChartPanel } from '../panel.tsx';
import { ToggleGroup } from './toggle-group.tsx';
import { useDaysChart } from './use-days-chart.ts';

type Days = Outputs['admin']['stats']['days'];

const ranges = ['7', '14', String(RECENT_DAYS)] as const;

/** The last days: orders as bars, revenue as a line. */
export function DaysPanel({ days }: { days: Days }) {
  const t = useStore(shopTexts);
  const [param, setRange] = useUrlParam('days', { replace: true });
  const range = oneOf(param, ranges) ?? String(RECENT_DAYS);
  const shown = useMemo(() => days.slice(-Number(range)), [days, range]);
  const orders = formatCount(shown.reduce((total, day) => total + day.orders, 0));
  const revenue = formatSum(addSums(shown.map((day) => day.revenue)));
  return (
    <ChartPanel
      isLow
      title={t.ordersAndRevenue}
      text={t.ordersAndRevenueText({ orders, revenue, days: Number(range) })}
      chart={<DaysChart days={shown} label={t.daysSummary({ days: Number(range), orders, revenue })} />}
      table={<DaysTable days={shown} />}
    >
      <ToggleGroup
        label={t.timeRange}
        chosen={range}
        options={ranges.map((value) => [value, t.days({ count: Number(value) })])}
        onChoose={setRange}
      />
    </ChartPanel>
  );
}

function DaysChart({ days, label }: { days: Days; label: string }) {
  const { series, options } = useDaysChart(days);
  return <Chart type="line" series={series} options={options} label={label} />;
}

/** The same figures, newest day first. */
function DaysTable({ days }: { days: Days }) {
  const t = useStore(shopTexts);
  const { orders, soFar } = useStore(dashboardTexts);
  const language = useStore($language);
  return (
    <FiguresTable
      caption={t.ordersAndRevenue}
      headers={[t.day, orders, t.revenue]}
      rows={days
        .toReversed()
        .map(({ day, orders: count, revenue }, back) => [
          back === 0 ? soFar({ name: dayName(day, language) }) : dayName(day, language),
          formatCount(count),
          formatSum(revenue),
        ])}
    />
  );
}
