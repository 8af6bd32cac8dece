import { useStore } from '@nanostores/react';
import type { ApexOptions } from 'apexcharts';
import { useMemo } from 'react';
import type { MonthEnd } from '#shared/stats.ts';
import { dashboardTexts } from '../../i18n/en/dashboard.ts';
import { $language } from '../../i18n/language.ts';
import { formatCount } from '../../lib/format.ts';
import { Chart } from './chart.tsx';
import { unfinished, useChartLook } from './chart-look.ts';
import { FiguresTable } from './figures-table.tsx';
import { monthName, shortMonth } from './months.ts';
import { ChartPanel } from './panel.tsx';

interface TrendPanelProps {
  months: MonthEnd[];
  /** Added to every point, as to the Total Orders card, so that the last point equals the card. */
  offset: number;
}

/** The total number of orders at each month's end. */
export function TrendPanel({ months, offset }: TrendPanelProps) {
  const t = useStore(dashboardTexts);
  return (
    <ChartPanel
      title={t.ordersTrend}
      text={offset === 0 ? t.allOrders : t.allOrdersOffset({ offset })}
      chart={<TrendChart months={months} offset={offset} />}
      table={<TrendTable months={months} offset={offset} />}
    />
  );
}

function TrendChart({ months, offset }: TrendPanelProps) {
  const t = useStore(dashboardTexts);
  const language = useStore($language);
  const { colours, base } = useChartLook();
  const series = useMemo(
    () => [{ name: t.orders, data: months.map(({ orders }) => orders + offset) }],
    [months, offset, t],
  );
  const options = useMemo<ApexOptions>(
    () => ({
      ...base,
      colors: [colours.line],
      stroke: { width: 3, curve: 'straight' },
      forecastDataPoints: unfinished,
      markers: { size: 5, strokeWidth: 0, hover: { size: 7 } },
      xaxis: {
        categories: months.map(({ month }) => shortMonth(month, language)),
        axisBorder: { color: colours.border },
        axisTicks: { show: false },
        labels: { rotate: 0, hideOverlappingLabels: false },
        tooltip: { enabled: false },
      },
      yaxis: { labels: { formatter: (value) => formatCount(Math.round(value)) }, forceNiceScale: true },
    }),
    [base, colours, language, months],
  );
  const last = (months.at(-1)?.orders ?? 0) + offset;
  return (
    <Chart
      type="line"
      series={series}
      options={options}
      label={t.trendSummary({ months: months.length, orders: last })}
    />
  );
}

function TrendTable({ months, offset }: TrendPanelProps) {
  const t = useStore(dashboardTexts);
  const language = useStore($language);
  return (
    <FiguresTable
      caption={t.ordersTrend}
      headers={offset === 0 ? [t.month, t.orders] : [t.month, t.realOrders, t.ordersShown]}
      rows={months.map(({ month, orders }, at) => [
        at === months.length - 1 ? t.soFar({ name: monthName(month, language) }) : monthName(month, language),
        ...(offset === 0 ? [] : [formatCount(orders)]),
        formatCount(orders + offset),
      ])}
    />
  );
}
