import { Box, Center, Spinner, VisuallyHidden } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import type { ApexOptions } from 'apexcharts';
import { type ComponentProps, type ComponentType, type ReactNode, Suspense, useRef } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { ErrorState } from '../../components/error-state.tsx';
import { dashboardTexts } from '../../i18n/en/dashboard.ts';
import { lazyWithPreload } from '../../lib/lazy-with-preload.tsx';
import { useInSight } from '../../lib/use-in-sight.ts';

interface ChartProps {
  type: 'line' | 'donut' | 'bar';
  series: NonNullable<ApexOptions['series']>;
  options: ApexOptions;
  /** The chart in one sentence, for screen readers. */
  label: string;
}

type Apex = ComponentType<Omit<ChartProps, 'label'> & { width: string; height: string }>;

/** Only these pages load the chart library. Some bundlers wrap its CommonJS export once more. */
const { Part: ApexChart } = lazyWithPreload<ComponentProps<Apex>>(async () => {
  const module: { default: unknown } = await import('react-apexcharts');
  const wrapped = module.default as Apex | { default: Apex };
  return { default: 'default' in wrapped ? wrapped.default : wrapped };
});

/**
 * A chart's container in its panel. The chart renders when the container first becomes visible; only then its library is loaded, which
 * is larger than the page itself.
 */
export function ChartPlace({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const isInSight = useInSight(place, '0px');
  return (
    <Box ref={place} h="full">
      <ErrorBoundary
        fallbackRender={({ error, resetErrorBoundary }) => <ErrorState error={error} onRetry={resetErrorBoundary} />}
      >
        <Suspense fallback={<ChartLoading />}>{isInSight ? children : <ChartLoading />}</Suspense>
      </ErrorBoundary>
    </Box>
  );
}

/** A chart that fills its container. */
export function Chart({ label, ...chart }: ChartProps) {
  return (
    <Box role="img" aria-label={label} h="full" css={{ '& > div': { height: '100%', minHeight: '0 !important' } }}>
      <ApexChart {...chart} width="100%" height="100%" />
    </Box>
  );
}

function ChartLoading() {
  const t = useStore(dashboardTexts);
  return (
    <Center h="full" aria-busy>
      <Spinner aria-hidden />
      <VisuallyHidden>{t.loading}</VisuallyHidden>
    </Center>
  );
}
