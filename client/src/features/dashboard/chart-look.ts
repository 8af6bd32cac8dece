import type { ApexOptions } from 'apexcharts';
import { useMemo, useSyncExternalStore } from 'react';
import { useMedia } from '../../lib/media.ts';

interface ChartColours {
  fg: string;
  muted: string;
  border: string;
  ground: string;
  /** The colour of a single line. */
  line: string;
  /** The parts of a whole, in order. */
  parts: string[];
}

/** The theme's colours for the chart library, and the options that all charts share. */
export function useChartLook(): { colours: ChartColours; base: ApexOptions } {
  const theme = useSyncExternalStore(onThemeChange, () => document.documentElement.dataset.theme ?? '');
  const isStill = useMedia('(prefers-reduced-motion: reduce)');
  return useMemo(() => {
    const isDark = theme === 'black';
    const colours = readColours(isDark);
    return { colours, base: baseOptions(colours, isDark, isStill) };
  }, [theme, isStill]);
}

/** The last point of a chart over time is incomplete: its line is dashed, its bar pale. */
export const unfinished: NonNullable<ApexOptions['forecastDataPoints']> = { count: 1, fillOpacity: 0.4, dashArray: 5 };

function baseOptions({ muted, border }: ChartColours, isDark: boolean, isStill: boolean): ApexOptions {
  return {
    chart: {
      background: 'transparent',
      fontFamily: 'inherit',
      foreColor: muted,
      toolbar: { show: false },
      zoom: { enabled: false },
      animations: { enabled: !isStill, speed: 300 },
    },
    theme: { mode: isDark ? 'dark' : 'light' },
    grid: { borderColor: border, strokeDashArray: 0 },
    dataLabels: { enabled: false },
    states: { active: { filter: { type: 'none' } } },
  };
}

function readColours(isDark: boolean): ChartColours {
  const styles = getComputedStyle(document.documentElement);
  const colour = (token: string) => styles.getPropertyValue(`--c-colors-${token}`).trim();
  return {
    fg: colour('fg'),
    muted: colour('fg-muted'),
    border: colour('border'),
    ground: colour('bg'),
    line: colour('brand-fg'),
    parts: [colour('fg'), colour(isDark ? 'brand-fg' : 'brand-solid'), colour('border-field')],
  };
}

function onThemeChange(notify: () => void): () => void {
  const observer = new MutationObserver(notify);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}
