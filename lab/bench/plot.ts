import { type Goal, verdictOf } from '../goals.ts';
import { sum } from '../statistics.ts';
import { PARTS } from './measure.ts';
import type { Costs, Results } from './results.ts';

const WIDTH = 900;
const LEFT = 370;
const RIGHT = 20;
const ROW = 24;
const COLORS = { 'goal met': '#2f855a', 'gate met': '#b7791f', MISSED: '#c53030' };
const PART_LOOKS = {
  server: { color: '#2b6cb0', name: 'server' },
  postgres: { color: '#805ad5', name: 'PostgreSQL' },
  load: { color: '#a0aec0', name: 'load generator' },
};
const CONTENDERS = { ours: 'ours', single: 'T1: one by one', batch: 'TB: batches of 256', naive: 'naive' };

/** Draws each figure against its gate, and the processor time of an order. */
export function drawPlot({ goals, figures, on }: Pick<Results, 'goals' | 'figures' | 'on'>): string {
  const upper = drawGoals(goals);
  const lower = drawCosts(figures.orders?.many ?? {}, upper.height + ROW);
  const height = upper.height + lower.height + 2 * ROW;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui, sans-serif" font-size="13" fill="#1a202c">
<title>What npm run bench measured on ${on}</title>
<rect width="${WIDTH}" height="${height}" fill="#ffffff"/>
${upper.marks.join('\n')}
${lower.marks.join('\n')}
</svg>
`;
}

interface Drawn {
  height: number;
  marks: string[];
}

/** On a logarithmic scale: each step to the right is twice as good. */
function drawGoals(goals: Goal[]): Drawn {
  const places = goals.map((goal) => ({
    goal,
    measured: beyondGate(goal, goal.value),
    wished: beyondGate(goal, goal.goal),
  }));
  const all = places.flatMap(({ measured, wished }) => [measured, wished, 0]);
  const [low, high] = [Math.min(...all) - 0.5, Math.max(...all) + 0.5];
  const x = (beyond: number) => LEFT + ((beyond - low) / (high - low)) * (WIDTH - LEFT - RIGHT);
  const height = (goals.length + 2) * ROW;
  const rows = places.map(({ goal, measured, wished }, index) => {
    const y = (index + 1.5) * ROW;
    const [from, to] = [Math.min(x(0), x(measured)), Math.max(x(0), x(measured))];
    return [
      label(goal.name, y),
      bar(from, y, Math.max(1, to - from), COLORS[verdictOf(goal)]),
      `<line x1="${fixed(x(wished))}" x2="${fixed(x(wished))}" y1="${y - 8}" y2="${y + 8}" stroke="#1a202c" stroke-width="2"/>`,
    ].join('');
  });
  return {
    height,
    marks: [
      heading(
        'Measured against the gate; each step to the right is twice as good; the short line is the goal',
        ROW * 0.7,
      ),
      `<line x1="${fixed(x(0))}" x2="${fixed(x(0))}" y1="${ROW}" y2="${height - ROW / 2}" stroke="#718096" stroke-dasharray="4 3"/>`,
      ...rows,
    ],
  };
}

/** Stacked bars; the longest has the full width. */
function drawCosts(costs: Costs, top: number): Drawn {
  const named = Object.entries(CONTENDERS).flatMap(([key, name]) => {
    const cost = costs[key];
    return cost ? [{ name, cost, totalMs: sum(PARTS.map((part) => cost.cpuMs[part])) }] : [];
  });
  const perMs = (WIDTH - LEFT - RIGHT - 170) / Math.max(...named.map(({ totalMs }) => totalMs));
  const rows = named.map(({ name, cost, totalMs }, index) => {
    const y = top + (index + 2.5) * ROW;
    let x = LEFT;
    const bars = PARTS.map((part) => {
      const width = cost.cpuMs[part] * perMs;
      x += width;
      return bar(x - width, y, width, PART_LOOKS[part].color);
    });
    const figures = `${totalMs.toFixed(2)} ms, ${Math.round(cost.rate).toLocaleString('en')} a second`;
    return [label(name, y), ...bars, `<text x="${fixed(x + 6)}" y="${y + 4}">${figures}</text>`].join('');
  });
  const legend = PARTS.map((part, index) => {
    const [x, y] = [LEFT + index * 130, top + ROW * 1.4];
    const { color, name } = PART_LOOKS[part];
    return `${bar(x, y, 12, color)}<text x="${x + 18}" y="${y + 4}">${name}</text>`;
  });
  return {
    height: (named.length + 3) * ROW,
    marks: [heading('Processor time of an order, 1,000 users', top + ROW * 0.6), ...legend, ...rows],
  };
}

/** In doublings of the gate; negative on its wrong side. */
function beyondGate({ gate, better }: Goal, value: number): number {
  return Math.log2(better === 'higher' ? value / gate : gate / value);
}

function label(text: string, y: number): string {
  return `<text x="${LEFT - 10}" y="${y + 4}" text-anchor="end">${text}</text>`;
}

function heading(text: string, y: number): string {
  return `<text x="10" y="${y + 4}" font-weight="600">${text}</text>`;
}

function bar(x: number, y: number, width: number, color: string): string {
  return `<rect x="${fixed(x)}" y="${fixed(y - 7)}" width="${fixed(width)}" height="14" fill="${color}"/>`;
}

function fixed(value: number): string {
  return value.toFixed(1);
}
