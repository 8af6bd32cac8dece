import { Button, Flex } from '@chakra-ui/react';
import type { ApexOptions } from 'apexcharts';
import { useMemo } from 'react';
import { formatDollars, NANOS_PER_DOLLAR } from '../../../../shared/money.ts';
import { RECENT_DAYS } from '../../../../shared/stats.ts';
import { formatCount } from '../../lib/format.ts';
import { useIsWide } from '../../lib/media.ts';
import type { Outputs } from '../../lib/trpc.ts';
import { oneOf, useUrlParam } from '../../lib/url-state.ts';
import { Chart } from './chart.tsx';
import { useChartLook } from './chart-look.ts';
import { FiguresTable } from './figures-table.tsx';
import { dayName } from './months.ts';
import { ChartPanel } from './panel.tsx';

type Days = Outputs['admin']['stats']['days'];

const ranges = ['7', '14', String(RECENT_DAYS)] as const;

/** "$1.2K": an axis on a narrow screen has room for no more. */
const shortDollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  minimumFractionDigits: 0,
  maximumFractionDigits: 1,
});

/** What each of the last days brought: orders as bars, what they earned as a line. */
export function DaysPanel({ days }: { days: Days }) {
  const [param, setParam] = useUrlParam('days', { replace: true });
  const range = oneOf(param, ranges) ?? String(RECENT_DAYS);
  const shown = useMemo(() => days.slice(-Number(range)), [days, range]);
  const names = useMemo(() => shown.map(({ day }) => dayName(day)), [shown]);
  const { colours, base } = useChartLook();
  const isWide = useIsWide();
  const series = useMemo(
    () => [
      { name: 'Orders', type: 'column', data: shown.map((day) => day.orders) },
      // Pixels need no exact money; labels and table have it.
      { name: 'Revenue', type: 'line', data: shown.map((day) => day.revenueNanos / NANOS_PER_DOLLAR) },
    ],
    [shown],
  );
  const options = useMemo<ApexOptions>(
    () => ({
      ...base,
      colors: [colours.parts[2] ?? colours.muted, colours.line],
      stroke: { width: [0, 3], curve: 'straight' },
      plotOptions: { bar: { columnWidth: '55%', borderRadius: 2 } },
      legend: { position: 'top', labels: { colors: colours.fg }, fontSize: '14px' },
      xaxis: {
        categories: names,
        axisBorder: { color: colours.border },
        axisTicks: { show: false },
        ...(isWide && { tickAmount: Math.min(shown.length, 10) }),
        labels: {
          rotate: 0,
          ...(!isWide && { formatter: (name: string) => (name === names[0] || name === names.at(-1) ? name : '') }),
        },
        tooltip: { enabled: false },
      },
      yaxis: [
        {
          seriesName: 'Orders',
          min: 0,
          forceNiceScale: true,
          labels: { formatter: (value) => formatCount(Math.round(value)) },
        },
        {
          seriesName: 'Revenue',
          min: 0,
          forceNiceScale: true,
          opposite: true,
          labels: { formatter: isWide ? (value) => `$${formatCount(Math.round(value))}` : shortDollars.format },
        },
      ],
      tooltip: {
        shared: true,
        intersect: false,
        x: {
          formatter: (_value, { dataPointIndex }: { dataPointIndex: number }) => names[dataPointIndex] ?? '',
        },
        y: [
          { formatter: (value) => formatCount(value) },
          {
            formatter: (_value, { dataPointIndex }: { dataPointIndex: number }) =>
              formatDollars(shown[dataPointIndex]?.revenueNanos ?? 0),
          },
        ],
      },
    }),
    [base, colours, shown, names, isWide],
  );
  const orders = shown.reduce((sum, day) => sum + day.orders, 0);
  const revenueNanos = shown.reduce((sum, day) => sum + day.revenueNanos, 0);
  return (
    <ChartPanel
      title="Orders and revenue per day"
      text={`${formatCount(orders)} orders, ${formatDollars(revenueNanos)} in the last ${range} days, refunds deducted`}
      chart={
        <Chart
          type="line"
          series={series}
          options={options}
          label={`Last ${range} days: ${formatCount(orders)} orders, ${formatDollars(revenueNanos)}.`}
        />
      }
      table={
        <FiguresTable
          caption="Orders and revenue per day"
          headers={['Day', 'Orders', 'Revenue']}
          rows={shown
            .toReversed()
            .map((day) => [dayName(day.day), formatCount(day.orders), formatDollars(day.revenueNanos)])}
        />
      }
    >
      <Flex role="group" aria-label="Time range" gap="1">
        {ranges.map((value) => (
          <Button
            key={value}
            size="sm"
            px="3"
            variant={value === range ? 'solid' : 'outline'}
            aria-pressed={value === range}
            onClick={() => setParam(value)}
          >
            {value} days
          </Button>
        ))}
      </Flex>
    </ChartPanel>
  );
}
