import type { ApexOptions } from 'apexcharts';
import type { PropsWithChildren } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { moneySum } from '#shared/money-sum.ts';
import type { DayFigures } from '#shared/stats.ts';
import { stubBrowser } from '../../../testing/browser-stubs.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { DaysPanel } from './days-panel.tsx';

/** The chart library draws nothing in jsdom; the test reads its options. */
let drawn: ApexOptions = {};
vi.mock('../chart.tsx', () => ({
  ChartPlace: ({ children }: PropsWithChildren) => children,
  Chart: ({ options }: { options: ApexOptions }) => {
    drawn = options;
    return null;
  },
}));

let isWide: boolean;
beforeEach(() => stubBrowser(() => isWide));

test('a phone shows the first and the last day and short amounts', () => {
  isWide = false;
  draw();
  expect(dayLabels()).toEqual(['Nov 15', '', '', '', '', '', 'Nov 21']);
  expect([0, 0.5, 150, 1250].map(revenueLabel)).toEqual(['$0', '$0.5', '$150', '$1.3K']);
});

test('a wide screen shows every day of a week, and whole amounts', () => {
  isWide = true;
  draw();
  expect(dayLabels()).toEqual(['Nov 15', 'Nov 16', 'Nov 17', 'Nov 18', 'Nov 19', 'Nov 20', 'Nov 21']);
  expect(revenueLabel(1250)).toBe('$1,250');
});

function draw() {
  const days = Array.from({ length: 30 }, (_, at): DayFigures => {
    const day = new Date(Date.UTC(2026, 9, 23 + at)).toISOString().slice(0, 10);
    return { day, orders: at, revenue: moneySum(BigInt(at) * 10n ** 9n) };
  });
  renderScreen(<DaysPanel days={days} />, '/?days=7');
}

function dayLabels() {
  const { categories, labels } = drawn.xaxis ?? {};
  return (categories as string[]).map((name) => labels?.formatter?.(name) ?? name);
}

function revenueLabel(dollars: number) {
  const [, revenue] = drawn.yaxis as ApexYAxis[];
  expect(revenue?.labels?.show).not.toBe(false);
  return revenue?.labels?.formatter?.(dollars);
}
