import { Box, type BoxProps } from '@chakra-ui/react';

const WIDTH = 100;
const HEIGHT = 32;
/** Space for half of the line's width. */
const EDGE = 2;

interface SparklineProps extends BoxProps {
  /** Oldest first; the last one is incomplete. */
  values: readonly number[];
}

/** The course of a figure as a line without axes, next to the figure itself; its last, incomplete step is dashed. */
export function Sparkline({ values, ...box }: SparklineProps) {
  const most = Math.max(...values, Number.MIN_VALUE);
  const points = values.map((value, at) => {
    const x = values.length < 2 ? WIDTH : (at / (values.length - 1)) * WIDTH;
    const y = HEIGHT - EDGE - (value / most) * (HEIGHT - 2 * EDGE);
    return `${Math.round(x * 10) / 10},${Math.round(y * 10) / 10}`;
  });
  if (points.length < 2) return <Box aria-hidden {...box} />;
  const line = { fill: 'none', stroke: 'currentColor', strokeWidth: 1.5, vectorEffect: 'non-scaling-stroke' } as const;
  return (
    <Box aria-hidden color="fg.subtle" {...box}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" width="100%" height="100%">
        <polygon
          points={`0,${HEIGHT} ${points.join(' ')} ${WIDTH},${HEIGHT}`}
          fill="var(--c-colors-bg-subtle)"
          stroke="none"
        />
        <polyline {...line} strokeLinejoin="round" points={points.slice(0, -1).join(' ')} />
        <polyline {...line} strokeDasharray="2 3" points={points.slice(-2).join(' ')} />
      </svg>
    </Box>
  );
}
