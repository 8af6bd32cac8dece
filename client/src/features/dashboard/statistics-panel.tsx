import { useStore } from '@nanostores/react';
import type { ApexOptions } from 'apexcharts';
import { useMemo } from 'react';
import { dashboardTexts } from '../../i18n/en/dashboard.ts';
import { formatCount } from '../../lib/format.ts';
import { Chart } from './chart.tsx';
import { useChartLook } from './chart-look.ts';
import { FiguresTable } from './figures-table.tsx';
import { ChartPanel } from './panel.tsx';

export interface Part {
  label: string;
  value: number;
}

/** The cards' figures as parts of a whole. @param parts must not change between renders: a new array redraws the chart */
export function StatisticsPanel({ parts }: { parts: readonly Part[] }) {
  const t = useStore(dashboardTexts);
  return (
    <ChartPanel
      title={t.statistics}
      chart={<StatisticsChart parts={parts} />}
      table={
        <FiguresTable
          caption={t.statisticsTitle}
          headers={[t.figure, t.count]}
          rows={parts.map(({ label, value }) => [label, formatCount(value)])}
        />
      }
    />
  );
}

function StatisticsChart({ parts }: { parts: readonly Part[] }) {
  const t = useStore(dashboardTexts);
  const { colours, base } = useChartLook();
  const series = useMemo(() => parts.map(({ value }) => value), [parts]);
  const options = useMemo<ApexOptions>(
    () => ({
      ...base,
      labels: parts.map(({ label }) => label),
      colors: colours.parts,
      // A single part is a whole ring without a gap.
      stroke: { width: parts.filter(({ value }) => value > 0).length > 1 ? 2 : 0, colors: [colours.ground] },
      title: {
        text: t.statisticsTitle,
        align: 'center',
        style: { fontSize: '16px', fontWeight: 600, color: colours.fg },
      },
      legend: {
        position: 'top',
        fontSize: '14px',
        labels: { colors: colours.fg },
        itemMargin: { horizontal: 10, vertical: 4 },
        markers: { offsetX: -4 },
        formatter: (name, { seriesIndex }: { seriesIndex: number }) =>
          `${name}: ${formatCount(parts[seriesIndex]?.value ?? 0)}`,
      },
      tooltip: { y: { formatter: formatCount } },
      plotOptions: { pie: { expandOnClick: false, donut: { size: '68%' } } },
    }),
    [base, colours, parts, t],
  );
  const sentence = parts.map(({ label, value }) => `${label} ${formatCount(value)}`).join(', ');
  return <Chart type="donut" series={series} options={options} label={`${t.statisticsTitle}: ${sentence}.`} />;
}
