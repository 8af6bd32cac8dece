import { Button, Flex } from '@chakra-ui/react';
import { useMemo } from 'react';
import { formatDollars, sum } from '../../../../shared/money.ts';
import { RECENT_DAYS } from '../../../../shared/stats.ts';
import { formatCount } from '../../lib/format.ts';
import type { Outputs } from '../../lib/trpc.ts';
import { oneOf, useUrlParam } from '../../lib/url-state.ts';
import { Chart } from './chart.tsx';
import { FiguresTable } from './figures-table.tsx';
import { dayName } from './months.ts';
import { ChartPanel } from './panel.tsx';
import { useDaysChart } from './use-days-chart.ts';

type Days = Outputs['admin']['stats']['days'];

const ranges = ['7', '14', String(RECENT_DAYS)] as const;

/** What each of the last days brought: orders as bars, what they earned as a line. */
export function DaysPanel({ days }: { days: Days }) {
  const [param, setRange] = useUrlParam('days', { replace: true });
  const range = oneOf(param, ranges) ?? String(RECENT_DAYS);
  const shown = useMemo(() => days.slice(-Number(range)), [days, range]);
  const { series, options } = useDaysChart(shown);
  const orders = formatCount(shown.reduce((total, day) => total + day.orders, 0));
  const revenue = formatDollars(sum(shown.map((day) => day.revenueNanos)));
  return (
    <ChartPanel
      title="Orders and revenue per day"
      text={`${orders} orders, ${revenue} in the last ${range} days, refunds deducted`}
      chart={
        <Chart
          type="line"
          series={series}
          options={options}
          label={`Last ${range} days: ${orders} orders, ${revenue}.`}
        />
      }
      table={<DaysTable days={shown} />}
    >
      <RangeButtons range={range} onChoose={setRange} />
    </ChartPanel>
  );
}

/** The same figures, the newest day first. */
function DaysTable({ days }: { days: Days }) {
  return (
    <FiguresTable
      caption="Orders and revenue per day"
      headers={['Day', 'Orders', 'Revenue']}
      rows={days
        .toReversed()
        .map((day) => [dayName(day.day), formatCount(day.orders), formatDollars(day.revenueNanos)])}
    />
  );
}

function RangeButtons({ range, onChoose }: { range: string; onChoose: (range: string) => void }) {
  return (
    <Flex role="group" aria-label="Time range" gap="1">
      {ranges.map((value) => (
        <Button
          key={value}
          size="sm"
          px="3"
          variant={value === range ? 'solid' : 'outline'}
          aria-pressed={value === range}
          onClick={() => onChoose(value)}
        >
          {value} days
        </Button>
      ))}
    </Flex>
  );
}
