import { expect, test } from 'vitest';
import { inLab } from '../lab.ts';
import { runTrial } from './run-trial.ts';
import { longestGapMs } from './steady-orders.ts';

test('a gap reaches from the begin to the first order, between orders, and from the last one to the end', () => {
  expect(longestGapMs([], 100, 350)).toBe(250);
  expect(longestGapMs([50, 300, 210, 900], 200, 400)).toBe(100);
  expect(longestGapMs([120, 180], 100, 400)).toBe(220);
});

/** The gap depends on the machine and is left to the command. */
test('orders go on and money is right while a migration changes their table', async () => {
  const lines: string[] = [];
  const goals = await inLab((lab) =>
    runTrial(lab, { orders: 5_000, rate: 20, seconds: 1, say: (line) => lines.push(line) }),
  );
  expect(lines.join('\n')).toContain('migration 9001_trial waits: ACCESS EXCLUSIVE on orders is held by process');
  expect(goals.find(({ name }) => name === 'orders that failed')).toMatchObject({ value: 0 });
});
