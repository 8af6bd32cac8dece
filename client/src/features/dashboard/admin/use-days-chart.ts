import { useStore } from '@nanostores/react';
import type { ApexOptions } from 'apexcharts';
import { useMemo } from 'react';
import type { Language } from '#shared/languages.ts';
import { drawnDollars, moneySum } from '#shared/money-sum.ts';
import { shopTexts } from '../../../i18n/en/admin/shop.ts';
import { dashboardTexts } from '../../../i18n/en/dashboard.ts';
import { $language } from '../../../i18n/language.ts';
import { formatCompact, formatCount } from '../../../lib/format.ts';
import { useIsWide } from '../../../lib/media.ts';
import { formatSum } from '../../../lib/money.ts';
import type { Outputs } from '../../../lib/trpc.ts';
import { unfinished, useChartLook } from '../chart-look.ts';
import { dayName } from '../months.ts';

type Days = Outputs['admin']['stats']['days'];

/** Orders as bars with an axis at the start, revenue as a line with one at the end; a narrow screen gets short labels. */
export function useDaysChart(days: Days) {
  const language = useStore($language);
  const orders = useStore(dashboardTexts).orders;
  const revenue = useStore(shopTexts).revenue;
  const { colours, base } = useChartLook();
  const isWide = useIsWide();
  const series = useMemo(
    () => [
      { name: orders, type: 'column', data: days.map((day) => day.orders) },
      // Approximate for the drawing; labels and table are exact.
      { name: revenue, type: 'line', data: days.map((day) => drawnDollars(day.revenue)) },
    ],
    [days, orders, revenue],
  );
  const options = useMemo<ApexOptions>(
    () => ({
      ...base,
      colors: [colours.parts[2] ?? colours.muted, colours.line],
      stroke: { width: [0, 3], curve: 'straight' },
      plotOptions: { bar: { columnWidth: '55%', borderRadius: 2 } },
      forecastDataPoints: unfinished,
      legend: { position: 'top', labels: { colors: colours.fg }, fontSize: '14px' },
      xaxis: dayAxis(days, { language, isWide, borderColour: colours.border }),
      yaxis: [
        { ...amountAxis, seriesName: orders, labels: { formatter: wholeCount } },
        {
          ...amountAxis,
          seriesName: revenue,
          opposite: true,
          labels: { formatter: isWide ? wholeDollars : shortDollars },
        },
      ],
      tooltip: dayTooltip(days, language),
    }),
    [base, colours, days, isWide, language, orders, revenue],
  );
  return { series, options };
}

const amountAxis = { min: 0, forceNiceScale: true };
const wholeCount = (value: number) => formatCount(Math.round(value));
const wholeDollars = (value: number) => `$${wholeCount(value)}`;

/** "$1.2K", for the narrow axis of a small screen. */
const shortDollars = (value: number) => `$${formatCompact(value)}`;

interface AxisLook {
  language: Language;
  isWide: boolean;
  borderColour: string;
}

/** If there is no room for every day, only the first and the last have labels. */
function dayAxis(days: Days, { language, isWide, borderColour }: AxisLook): NonNullable<ApexOptions['xaxis']> {
  const names = days.map(({ day }) => dayName(day, language));
  const isEnd = (name: string) => name === names[0] || name === names.at(-1);
  return {
    categories: names,
    axisBorder: { color: borderColour },
    axisTicks: { show: false },
    ...(isWide && { tickAmount: Math.min(days.length, 10) }),
    labels: { rotate: 0, ...(!isWide && { formatter: (name: string) => (isEnd(name) ? name : '') }) },
    tooltip: { enabled: false },
  };
}

function dayTooltip(days: Days, language: Language): NonNullable<ApexOptions['tooltip']> {
  const name = (at: number) => {
    const day = days[at] ? dayName(days[at].day, language) : '';
    return at === days.length - 1 ? dashboardTexts.get().soFar({ name: day }) : day;
  };
  const revenue = (at: number) => formatSum(days[at]?.revenue ?? moneySum('0'));
  return {
    shared: true,
    intersect: false,
    x: { formatter: (_value, { dataPointIndex }: { dataPointIndex: number }) => name(dataPointIndex) },
    y: [
      { formatter: (value) => formatCount(value) },
      { formatter: (_value, { dataPointIndex }: { dataPointIndex: number }) => revenue(dataPointIndex) },
    ],
  };
}
