import type { ApexOptions } from 'apexcharts';
import { useMemo } from 'react';
import type { MonthEnd } from '../../../../shared/stats.ts';
import { formatCount } from '../../lib/format.ts';
import { Chart } from './chart.tsx';
import { useChartLook } from './chart-look.ts';
import { FiguresTable } from './figures-table.tsx';
import { monthName, shortMonth } from './months.ts';
import { ChartPanel } from './panel.tsx';

interface TrendPanelProps {
  months: MonthEnd[];
  /** Added to every point, as it is to the Total Orders card, so that the last point equals the card. */
  offset: number;
}

/** All orders up to each month's end. */
export function TrendPanel({ months, offset }: TrendPanelProps) {
  const { colours, base } = useChartLook();
  const series = useMemo(
    () => [{ name: 'Orders', data: months.map(({ orders }) => orders + offset) }],
    [months, offset],
  );
  const options = useMemo<ApexOptions>(
    () => ({
      ...base,
      colors: [colours.line],
      stroke: { width: 3, curve: 'straight' },
      markers: { size: 5, strokeWidth: 0, hover: { size: 7 } },
      xaxis: {
        categories: months.map(({ month }) => shortMonth(month)),
        axisBorder: { color: colours.border },
        axisTicks: { show: false },
        tooltip: { enabled: false },
      },
      yaxis: { labels: { formatter: (value) => formatCount(Math.round(value)) }, forceNiceScale: true },
    }),
    [base, colours, months],
  );
  const last = (months.at(-1)?.orders ?? 0) + offset;
  return (
    <ChartPanel
      title="Orders Trend"
      text={
        offset === 0
          ? 'All orders up to each month’s end'
          : `All orders up to each month’s end, with the display offset of ${formatCount(offset)}`
      }
      chart={
        <Chart
          type="line"
          series={series}
          options={options}
          label={`Orders Trend: ${months.length} months, ${formatCount(last)} orders at the end.`}
        />
      }
      table={
        <FiguresTable
          caption="Orders Trend"
          headers={offset === 0 ? ['Month', 'Orders'] : ['Month', 'Real orders', 'Orders shown']}
          rows={months.map(({ month, orders }) => [
            monthName(month),
            ...(offset === 0 ? [] : [formatCount(orders)]),
            formatCount(orders + offset),
          ])}
        />
      }
    />
  );
}
